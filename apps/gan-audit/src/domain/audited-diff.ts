import type { InlineComment } from "@faculties/schemas/gan-audit";
import { quotePath } from "./diff/quote-path.ts";
import { type Material, shareable } from "./material.ts";

const CONTEXT = 3;
const LONGEST = 128 * 1024;

/**
 * What an audit looked at around its findings and the changed lines, as a unified diff for people to read: changed
 * lines, and all of a text that is in no file, are added ones, the others are context. What was removed is not in it.
 * Cut at whole files when it gets long.
 */
export function auditedDiff(
  audited: Material,
  comments: readonly Pick<InlineComment, "path" | "line">[],
): string {
  const { texts, counted } = shareable(audited);
  let diff = "";
  for (const { path, text, original } of texts) {
    const lines = text.split("\n");
    const isNew = original === undefined;
    const changed = counted.get(path) ?? new Set(isNew ? lines.map((_, index) => index + 1) : []);
    const found = comments.filter((comment) => comment.path === path).map(({ line }) => line);
    const part = fileDiff(path, lines, changed, new Set([...changed, ...found]));
    if (diff.length + part.length <= LONGEST) diff += part;
  }
  return diff;
}

function fileDiff(
  path: string,
  lines: readonly string[],
  changed: ReadonlySet<number>,
  interesting: ReadonlySet<number>,
): string {
  const shown = lines
    .map((_, index) => index + 1)
    .filter((line) => isNear(line, interesting) && !(line === lines.length && lines.at(-1) === ""));
  const hunks = groupRuns(shown).map((run) => hunkOf(run, lines, changed));
  if (hunks.length === 0) return "";
  return [`--- ${quotePath(`a/${path}`)}`, `+++ ${quotePath(`b/${path}`)}`, ...hunks, ""].join(
    "\n",
  );
}

function isNear(line: number, interesting: ReadonlySet<number>): boolean {
  for (let near = line - CONTEXT; near <= line + CONTEXT; near += 1)
    if (interesting.has(near)) return true;
  return false;
}

/** Rows of numbers that follow each other. */
function groupRuns(numbers: readonly number[]): number[][] {
  const runs: number[][] = [];
  for (const number of numbers) {
    const last = runs.at(-1);
    if (last?.at(-1) === number - 1) last.push(number);
    else runs.push([number]);
  }
  return runs;
}

function hunkOf(
  run: readonly number[],
  lines: readonly string[],
  changed: ReadonlySet<number>,
): string {
  const [first = 1] = run;
  const kept = run.filter((line) => !changed.has(line)).length;
  const body = run.map((line) => `${changed.has(line) ? "+" : " "}${lines[line - 1] ?? ""}`);
  return [`@@ -${first},${kept} +${first},${run.length} @@`, ...body].join("\n");
}
