import {
  CATEGORIES,
  type Dimension,
  DIMENSIONS,
  type Finding,
  SEVERITIES,
  type Severity,
} from "./finding.ts";

/** The lines of each path that count; a path that is missing counts whole. */
export type CountedLines = ReadonlyMap<string, ReadonlySet<number>>;

/** Leaves what counts: on counted lines, not about the material of tests, each thing said once, in a fixed order. */
export function settleFindings(findings: readonly Finding[], counted: CountedLines): Finding[] {
  const wanted = findings
    .filter((finding) => !isTestMaterial(finding))
    .flatMap((finding) => onCountedLine(finding, counted) ?? []);
  const kept = new Map<string, Finding>();
  for (const finding of wanted.toSorted(bySeverity)) {
    const key = [finding.path, finding.line, finding.category].join("\0");
    if (!kept.has(key)) kept.set(key, finding);
  }
  return [...kept.values()].toSorted(byPlace);
}

// How far the cause of a finding may lie below the line that it is reported on.
const REACH = 3;

/** A finding that begins before the change but is about it moves to the first changed line. */
function onCountedLine(finding: Finding, counted: CountedLines): Finding | undefined {
  const lines = counted.get(finding.path);
  if (!lines || lines.has(finding.line)) return finding;
  if (finding.category === "does-not-parse")
    return { ...finding, line: nearest(finding.line, lines) };
  for (
    let line = finding.line + 1;
    line <= Math.min(finding.endLine, finding.line + REACH);
    line += 1
  )
    if (lines.has(line)) return { ...finding, line };
  return undefined;
}

/** A change breaks a file wherever the parser notices. */
function nearest(line: number, lines: ReadonlySet<number>): number {
  const distance = (other: number) => Math.abs(other - line);
  return [...lines].reduce(
    (best, other) => (distance(other) < distance(best) ? other : best),
    [...lines][0] ?? line,
  );
}

const isTestMaterial = ({ path, category }: Finding): boolean =>
  CATEGORIES[category] === "security" && isTestPath(path);

const rank = ({ severity }: Finding): number => SEVERITIES.indexOf(severity);

function bySeverity(left: Finding, right: Finding): number {
  return rank(left) - rank(right) || byPlace(left, right);
}

function byPlace(left: Finding, right: Finding): number {
  return (
    compareText(left.path, right.path) ||
    left.line - right.line ||
    left.column - right.column ||
    compareText(left.rule, right.rule)
  );
}

const compareText = (left: string, right: string): number =>
  left < right ? -1 : Number(left > right);

const TEST_FOLDER =
  /(^|\/)(tests?|__tests__|__mocks__|__fixtures__|fixtures?|testdata|specs?|e2e|mocks?)\//i;
const TEST_FILE =
  /(\.|_|-)(test|spec|fixture|stories)s?\.\w+$|(^|\/)test_\w+\.py$|(^|\/)conftest\.py$|Tests?\.java$|_test\.go$/;

/** Whether a path holds tests or their material, where unsafe code and fake secrets stand on purpose. */
function isTestPath(path: string): boolean {
  return TEST_FOLDER.test(path) || TEST_FILE.test(path);
}

/** The points that a finding costs its dimension. */
const POINTS: Readonly<Record<Severity, number>> = { critical: 0.9, major: 0.35, minor: 0.1 };
const LINES_AT_FULL_WEIGHT = 1000;

type Score = { overall: number; dimensions: { name: Dimension; score: number }[] };

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
