import type { GanFailure, GanReview } from "@faculties/schemas/gan-audit/gan-review";
import type { SessionConfig } from "@faculties/schemas/gan-audit/session-config";
import type { Panel } from "../domain/combine-judgements.ts";
import type { Material } from "../domain/material.ts";
import { buildReview } from "../domain/build-review.ts";
import { makeDiff } from "../domain/diff/make-diff.ts";
import type { Candidate } from "../generator/candidate.ts";
import type { Finding } from "../domain/finding.ts";
import { sentences } from "../domain/summarise.ts";
import { applyChanges } from "./apply-changes.ts";
import type { ContainedFiles } from "../material/contained-files.ts";
import { isInThought, proposeChanges } from "./propose-changes.ts";
import { type Judged, runLoop } from "./run-loop.ts";

export type AuditParts = {
  config: SessionConfig;
  material: Material;
  /** What was sanitised, and what else the summary should say. */
  notes: readonly string[];
  judge(material: Material): Promise<Panel>;
  generate(material: Material, findings: readonly Finding[], most: number): Promise<Candidate[]>;
  /** Whether git would take the diff; true where there is no git to ask. */
  isApplicable(diff: string): Promise<boolean>;
  /** Opened when something is to be written. */
  openFiles(): Promise<ContainedFiles | undefined>;
};

/** One audit: judge, mend and judge again as far as the configuration allows, and say what came of it. */
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
