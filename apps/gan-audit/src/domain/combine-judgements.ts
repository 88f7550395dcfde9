import type { JudgeCard } from "@faculties/schemas/gan-audit/gan-review";
import type { Finding } from "./finding.ts";
import { settleFindings } from "./settle-findings.ts";

export type Answered = {
  name: string;
  /** Undefined when there was no code that it could read. */
  score: number | undefined;
  dimensions: readonly { name: string; score: number }[];
  findings: readonly Finding[];
  citations: readonly string[];
  notes: readonly string[];
  /** Paths of code that it cannot read, and another judge may. */
  unread: readonly string[];
  /** Whether nothing broke off while it read the rest. */
  isWhole: boolean;
};
export type Failed = { name: string; reason: string };
export type Outcome = Answered | Failed;

export type Panel = {
  /** Undefined when no judge gave a score. */
  overall: number | undefined;
  dimensions: { name: string; score: number }[];
  findings: Finding[];
  citations: string[];
  cards: JudgeCard[];
  /** Paths of code that none of the judges that answered has read. */
  unread: string[];
  /** Whether nothing broke off while the judges that answered read the rest. */
  isWhole: boolean;
};

/** One opinion of several judges: those that failed get a card without a score and do not count. */
export function combineJudgements(outcomes: readonly Outcome[]): Panel {
  const answered = outcomes.filter((outcome): outcome is Answered => "unread" in outcome);
  const scores = answered.flatMap(({ score }) => score ?? []);
  const names = [
    ...new Set(answered.flatMap(({ dimensions }) => dimensions.map(({ name }) => name))),
  ];
  return {
    overall: scores.length > 0 ? mean(scores) : undefined,
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
    unread: (answered[0]?.unread ?? []).filter((path) =>
      answered.every(({ unread }) => unread.includes(path)),
    ),
    isWhole: answered.every(({ isWhole }) => isWhole),
  };
}

function cardOf(outcome: Outcome): JudgeCard {
  const { name } = outcome;
  if ("reason" in outcome) return { model: name, notes: outcome.reason };
  const { score } = outcome;
  const notes = outcome.notes.join("; ");
  return {
    model: name,
    ...(score !== undefined && { score }),
    ...(notes !== "" && { notes }),
  };
}

const mean = (numbers: readonly number[]): number =>
  Math.round((numbers.reduce((sum, number) => sum + number, 0) / numbers.length) * 10) / 10;
