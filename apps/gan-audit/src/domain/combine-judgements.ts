import type { JudgeCard } from "@faculties/schemas/gan-audit";
import type { Finding } from "./finding.ts";
import { settleFindings } from "./settle-findings.ts";

export type Answered = {
  name: string;
  score: number;
  dimensions: readonly { name: string; score: number }[];
  findings: readonly Finding[];
  citations: readonly string[];
  notes: readonly string[];
};
export type Failed = { name: string; reason: string };
export type Outcome = Answered | Failed;

export type Panel = {
  /** Undefined when no judge answered. */
  overall: number | undefined;
  dimensions: { name: string; score: number }[];
  findings: Finding[];
  citations: string[];
  cards: JudgeCard[];
};

/** One opinion of several judges: those that failed get a card without a score and do not count. */
export function combineJudgements(outcomes: readonly Outcome[]): Panel {
  const answered = outcomes.filter((outcome): outcome is Answered => "score" in outcome);
  const names = [
    ...new Set(answered.flatMap(({ dimensions }) => dimensions.map(({ name }) => name))),
  ];
  return {
    overall: answered.length > 0 ? mean(answered.map(({ score }) => score)) : undefined,
    dimensions: names.map((name) => ({
      name,
      score: mean(
        answered
          .flatMap(({ dimensions }) => dimensions.filter((one) => one.name === name))
          .map(({ score }) => score),
      ),
    })),
    findings: settleFindings(
      answered.flatMap(({ findings }) => findings),
      new Map(),
    ),
    citations: answered.flatMap(({ citations }) => citations),
    cards: outcomes.map(cardOf),
  };
}

function cardOf(outcome: Outcome): JudgeCard {
  if (!("score" in outcome)) return { model: outcome.name, notes: outcome.reason };
  const notes = outcome.notes.join("; ");
  return { model: outcome.name, score: outcome.score, ...(notes !== "" && { notes }) };
}

const mean = (numbers: readonly number[]): number =>
  Math.round((numbers.reduce((sum, number) => sum + number, 0) / numbers.length) * 10) / 10;
