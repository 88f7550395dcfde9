import type { DiffLine, Hunk } from "./file-diff.ts";

export type PatchedText = { text: string; added: Set<number> };

const FARTHEST = 500;

/** Applies hunks to a text in memory; undefined when their context is not there. */
export function applyHunks(text: string, hunks: readonly Hunk[]): PatchedText | undefined {
  const old = text === "" ? [] : text.split("\n");
  const result: string[] = [];
  const added = new Set<number>();
  let taken = 0;
  for (const hunk of hunks) {
    const before = hunk.lines.filter(({ kind }) => kind !== "added").map((line) => line.text);
    const wanted =
      Math.max(hunk.oldStart - 1, 0) + (before.length === 0 && hunk.oldStart > 0 ? 1 : 0);
    const at = findLines(old, before, wanted, taken);
    if (at === undefined) return undefined;
    for (const line of old.slice(taken, at)) result.push(line);
    for (const line of hunk.lines) {
      if (line.kind === "removed") continue;
      result.push(line.text);
      if (line.kind === "added") added.add(result.length);
    }
    taken = at + before.length;
  }
  const all = result.concat(old.slice(taken));
  const isWhole = old.length === 0 && all.length > 0 && !hunks.at(-1)?.endsBare;
  return { text: all.join("\n") + (isWhole ? "\n" : ""), added };
}

/** Whether the text already has what the hunks add; then the lines they added. */
export function findApplied(text: string, hunks: readonly Hunk[]): PatchedText | undefined {
  const lines = text.split("\n");
  const added = new Set<number>();
  let taken = 0;
  for (const hunk of hunks) {
    const after = hunk.lines.filter(({ kind }) => kind !== "removed");
    const at = findLines(
      lines,
      after.map((line) => line.text),
      Math.max(hunk.newStart - 1, 0),
      taken,
    );
    if (at === undefined || !hunk.lines.some(({ kind }) => kind === "added")) return undefined;
    for (const [position, line] of after.entries())
      if (line.kind === "added") added.add(at + position + 1);
    taken = at + after.length;
  }
  return { text, added };
}

/** The place nearest to the expected one where all these lines stand. */
function findLines(
  lines: readonly string[],
  wanted: readonly string[],
  expected: number,
  least: number,
): number | undefined {
  if (wanted.length === 0) return Math.min(Math.max(expected, least), lines.length);
  const fits = (at: number) =>
    at >= least && wanted.every((line, position) => lines[at + position] === line);
  for (let distance = 0; distance <= FARTHEST; distance += 1)
    for (const at of [expected - distance, expected + distance]) if (fits(at)) return at;
  return undefined;
}

/** Shows the new lines of hunks at their place in the file; everything else is blank. */
export function showHunks(hunks: readonly Hunk[]): PatchedText {
  const lines: string[] = [];
  const added = new Set<number>();
  for (const hunk of hunks) {
    const start = Math.min(Math.max(hunk.newStart, 1), LAST_SHOWN_LINE);
    while (lines.length < start - 1) lines.push("");
    for (const line of hunk.lines) place(line, lines, added);
  }
  return { text: `${lines.join("\n")}\n`, added };
}

const LAST_SHOWN_LINE = 100_000;

function place({ kind, text }: DiffLine, lines: string[], added: Set<number>): void {
  if (kind === "removed") return;
  lines.push(text);
  if (kind === "added") added.add(lines.length);
}
