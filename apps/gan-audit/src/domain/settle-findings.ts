import { CATEGORIES, type Finding, SEVERITIES } from "./finding.ts";
import { isTestPath } from "./is-test-path.ts";

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
