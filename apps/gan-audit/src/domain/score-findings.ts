import { CATEGORIES, type Dimension, DIMENSIONS, type Finding, type Severity } from "./finding.ts";

/** What a finding costs its dimension. */
const POINTS: Readonly<Record<Severity, number>> = { critical: 0.9, major: 0.35, minor: 0.1 };
const LINES_AT_FULL_WEIGHT = 1000;

export type Score = { overall: number; dimensions: { name: Dimension; score: number }[] };

/**
 * A dimension is 100 × e^(−points ÷ size), where size is 1 up to a thousand lines and then grows with their square
 * root, so that a large code base is not judged like a small change. The overall score is the mean of the average
 * and of the worst dimension: one grave fault cannot be averaged away.
 */
export function scoreFindings(findings: readonly Finding[], lines: number): Score {
  const size = Math.sqrt(Math.max(1, lines / LINES_AT_FULL_WEIGHT));
  const scores = DIMENSIONS.map((name) => ({ name, exact: scoreOf(name, findings, size) }));
  const exact = scores.map((dimension) => dimension.exact);
  const average = exact.reduce((sum, score) => sum + score, 0) / exact.length;
  return {
    overall: rounded((average + Math.min(...exact)) / 2),
    dimensions: scores.map((dimension) => ({
      name: dimension.name,
      score: rounded(dimension.exact),
    })),
  };
}

function scoreOf(name: Dimension, findings: readonly Finding[], size: number): number {
  const points = findings
    .filter(({ category }) => CATEGORIES[category] === name)
    .reduce((sum, { severity }) => sum + POINTS[severity], 0);
  return 100 * Math.exp(-points / size);
}

const rounded = (score: number): number => Math.round(score * 10) / 10;
