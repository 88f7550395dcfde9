import type { GanFailure, GanReview } from "@faculties/schemas/gan-audit/gan-review";
import type { SessionConfig } from "@faculties/schemas/gan-audit/session-config";
import { buildReview, sentences, verdictOf } from "../domain/build-review.ts";
import type { Panel } from "../domain/combine-judgements.ts";
import { makeDiff, type TextChange } from "../domain/diff/make-diff.ts";
import type { Finding } from "../domain/finding.ts";
import type { Material } from "../domain/material.ts";
import { type Candidate, withCandidate } from "../generator/candidate.ts";
import type { ContainedFiles } from "../material/contained-files.ts";
import { applyChanges } from "./apply-changes.ts";

export type AuditParts = {
  config: SessionConfig;
  material: Material;
  /** Remarks for the summary, such as corrected settings. */
  notes: readonly string[];
  judge(material: Material): Promise<Panel>;
  generate(material: Material, findings: readonly Finding[], most: number): Promise<Candidate[]>;
  /** Whether git would take the diff; true where there is no git to ask. */
  isApplicable(diff: string): Promise<boolean>;
  /** Opened when something is to be written. */
  openFiles(): Promise<ContainedFiles | undefined>;
};

/** One audit: judge, fix and judge again as far as the configuration allows, and report the result. */
export async function runAudit(parts: AuditParts): Promise<GanReview | GanFailure> {
  const { config, material, notes, judge } = parts;
  const panel = await judge(material);
  const { overall } = panel;
  if (overall === undefined) {
    const once = { threshold: config.threshold, iterations: 1, proposedDiff: null, notes };
    return panel.unread.length > 0
      ? buildReview({ panel, material, ...once })
      : { error: `No judge answered. ${sentences(notes)}`.trim(), judge_cards: panel.cards };
  }
  const first: Judged = { material, panel: { ...panel, overall } };
  const isLoop = config.maxCycles > 1 || config.candidates > 1 || config.applyFixes;
  if (!isLoop || material.texts.length === 0)
    return review(first, parts, { iterations: 1, proposedDiff: null, notes });
  const { best, iterations, ending } = await runLoop(first, {
    ...parts.config,
    judge,
    generate: parts.generate,
  });
  const changes = proposeChanges(material, best.material);
  const diff = makeDiff(changes);
  const said = [...notes, `stopped after ${iterations} of ${config.maxCycles} cycles: ${ending}`];
  if (diff === "") return review(first, parts, { iterations, proposedDiff: null, notes: said });
  if (!(await parts.isApplicable(diff)))
    return review(first, parts, {
      iterations,
      proposedDiff: null,
      notes: [...said, "the proposed fixes no longer fit the files"],
    });
  said.push(`the proposed diff would score ${best.panel.overall}`);
  const files = config.applyFixes ? await parts.openFiles() : undefined;
  const written = changes.filter((change) => !isInThought(change));
  if (!files || written.length === 0)
    return review(first, parts, { iterations, proposedDiff: diff, notes: said });
  const outcome = await applyChanges(written, files);
  if ("refused" in outcome)
    return review(first, parts, {
      iterations,
      proposedDiff: diff,
      notes: [...said, `fixes were not applied: ${outcome.refused}`],
    });
  const applied = `fixes were applied to ${outcome.applied.join(", ")}`;
  return review(best, parts, { iterations, proposedDiff: diff, notes: [...said, applied] });
}

type Ending = { iterations: number; proposedDiff: string | null; notes: readonly string[] };

function review({ material, panel }: Judged, { config }: AuditParts, ending: Ending): GanReview {
  return buildReview({ panel, material, threshold: config.threshold, ...ending });
}

/** The changes of the best proposal, compared with the present content of the files. */
function proposeChanges(before: Material, after: Material): TextChange[] {
  const audited = new Map(before.texts.map((text) => [text.path, text.text]));
  return after.texts
    .filter(({ path, text, isFixable }) => isFixable && audited.get(path) !== text)
    .map(({ path, text, original }) => ({ path, before: original, after: text }));
}

/** Code that stands in the thought only has no file that could be changed. */
const isInThought = ({ path, before }: TextChange): boolean =>
  before === undefined && path.startsWith("thought/");

type Judged = { material: Material; panel: Panel & { overall: number } };

type LoopSettings = {
  threshold: number;
  maxCycles: number;
  candidates: number;
  judge(material: Material): Promise<Panel>;
  generate(material: Material, findings: readonly Finding[], most: number): Promise<Candidate[]>;
};

type LoopResult = { best: Judged; iterations: number; ending: string };

/** Generator against judges: proposals are judged, the best goes into the next cycle, until nothing gets better. */
async function runLoop(first: Judged, settings: LoopSettings): Promise<LoopResult> {
  const { threshold, maxCycles, candidates, judge, generate } = settings;
  const seen = new Set([fingerprint(first.material)]);
  let best = first;
  for (let cycle = 1; cycle <= maxCycles; cycle += 1) {
    const { panel, material } = best;
    if (isGoodEnough(panel, threshold))
      return { best, iterations: Math.max(1, cycle - 1), ending: "the threshold is reached" };
    const proposals = await generate(material, panel.findings, candidates);
    if (proposals.length === 0)
      return { best, iterations: cycle, ending: "no further fix is known" };
    const next = await bestOf(
      proposals.map((proposal) => withCandidate(material, proposal)),
      judge,
    );
    if (!next || !isBetter(next.panel, panel))
      return { best, iterations: cycle, ending: "the last proposals made nothing better" };
    const key = fingerprint(next.material);
    if (seen.has(key)) return { best, iterations: cycle, ending: "the proposals go in circles" };
    seen.add(key);
    best = next;
  }
  return {
    best,
    iterations: maxCycles,
    ending: isGoodEnough(best.panel, threshold)
      ? "the threshold is reached"
      : "the last cycle is done",
  };
}

/** Unreadable code does not keep the loop running: no fix makes it readable. */
const isGoodEnough = (panel: Panel, threshold: number): boolean =>
  verdictOf({ ...panel, isWhole: true }, threshold) === "pass";

async function bestOf(
  variants: readonly Material[],
  judge: LoopSettings["judge"],
): Promise<Judged | undefined> {
  const judged = await Promise.all(
    variants.map(async (material) => ({ material, panel: await judge(material) })),
  );
  const answered = judged.filter((one): one is Judged => one.panel.overall !== undefined);
  return answered.reduce<Judged | undefined>(
    (top, one) => (top === undefined || isBetter(one.panel, top.panel) ? one : top),
    undefined,
  );
}

function isBetter(left: Judged["panel"], right: Judged["panel"]): boolean {
  return (
    left.overall > right.overall ||
    (left.overall === right.overall && left.findings.length < right.findings.length)
  );
}

const fingerprint = ({ texts }: Material): string =>
  JSON.stringify(texts.map(({ path, text }) => [path, text]));
