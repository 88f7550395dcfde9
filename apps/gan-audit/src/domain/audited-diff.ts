import type { InlineComment } from "@faculties/schemas/gan-audit/gan-review";
import { quotePath } from "./diff/quote-path.ts";
import { type Material, shareable } from "./material.ts";

const CONTEXT = 3;
const LONGEST = 128 * 1024;
/** Its mark and its line break. */
const LEAST_OF_LINE = 2;

/**
 * The audited lines around findings and changes, as a unified diff for people to read. Changed lines count as added, as
 * do all lines of a text that is in no file; the others are context. Removed lines are left out. Whole files are left
 * out when the diff gets long.
 */
export function auditedDiff(
  audited: Material,
  comments: readonly Pick<InlineComment, "path" | "line">[],
): string {
  const { texts, counted } = shareable(audited);
  let diff = "";
  for (const { path, text, original } of texts) {
    const room = LONGEST - diff.length;
    const whole = counted.get(path) === undefined && original === undefined;
    // More than there is room for is not even written: a long text may have a line for each character.
    if (whole && text.length > room) continue;
    const lines = text.split("\n");
    const changed = counted.get(path) ?? new Set(whole ? lines.map((_, index) => index + 1) : []);
    if (changed.size * LEAST_OF_LINE > room) continue;
    const found = comments.filter((comment) => comment.path === path).map(({ line }) => line);
    const part = fileDiff(path, lines, changed, found);
    if (part.length <= room) diff += part;
  }
  return diff;
}

function fileDiff(
  path: string,
  lines: readonly string[],
  changed: ReadonlySet<number>,
  found: readonly number[],
): string {
  const hunks = shownRuns(lines, [changed, found]).map((run) => hunkOf(run, lines, changed));
  if (hunks.length === 0) return "";
  return [`--- ${quotePath(`a/${path}`)}`, `+++ ${quotePath(`b/${path}`)}`, ...hunks, ""].join(
    "\n",
  );
}

type Run = { first: number; last: number };

/** The lines of interest with their neighbours, as runs of lines that follow each other. */
function shownRuns(lines: readonly string[], interesting: readonly Iterable<number>[]): Run[] {
  const count = lines.at(-1) === "" ? lines.length - 1 : lines.length;
  const isShown = new Uint8Array(count + CONTEXT + 1);
  for (const numbers of interesting)
    for (const line of numbers)
      if (line >= 1 - CONTEXT && line <= count + CONTEXT)
        isShown.fill(1, Math.max(1, line - CONTEXT), line + CONTEXT + 1);
  const runs: Run[] = [];
  for (let line = 1; line <= count; line += 1) {
    if (isShown[line] === 0) continue;
    const run = runs.at(-1);
    if (run?.last === line - 1) run.last = line;
    else runs.push({ first: line, last: line });
  }
  return runs;
}

function hunkOf(
  { first, last }: Run,
  lines: readonly string[],
  changed: ReadonlySet<number>,
): string {
  const body = lines
    .slice(first - 1, last)
    .map((line, index) => `${changed.has(first + index) ? "+" : " "}${line}`);
  const kept = body.filter((line) => line.startsWith(" ")).length;
  return [`@@ -${first},${kept} +${first},${body.length} @@`, ...body].join("\n");
}
