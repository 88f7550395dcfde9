import type { Panel } from "../domain/combine-judgements.ts";
import type { Finding } from "../domain/finding.ts";
import type { Material } from "../domain/material.ts";
import { verdictOf } from "../domain/verdict-of.ts";
import { type Candidate, withCandidate } from "../generator/candidate.ts";

export type Judged = { material: Material; panel: Panel & { overall: number } };

export type LoopSettings = {
  threshold: number;
  maxCycles: number;
  candidates: number;
  judge(material: Material): Promise<Panel>;
  generate(material: Material, findings: readonly Finding[], most: number): Promise<Candidate[]>;
};

export type LoopResult = { best: Judged; iterations: number; ending: string };

/** Generator against judges: proposals are judged, the best goes into the next cycle, until nothing gets better. */
export async function runLoop(first: Judged, settings: LoopSettings): Promise<LoopResult> {
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

/** Code that could not be judged is no reason to go on: no fix makes it readable. */
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
