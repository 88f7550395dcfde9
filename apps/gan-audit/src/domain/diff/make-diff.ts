import { structuredPatch } from "diff";
import { quotePath } from "./quote-path.ts";

export type TextChange = {
  path: string;
  /** Undefined when there was no file before. */
  before: string | undefined;
  after: string;
};

const CONTEXT = 3;

/** A unified diff of several files, as `git apply` takes it; empty when nothing changes. */
export function makeDiff(changes: readonly TextChange[]): string {
  return changes.map(diffOf).join("");
}

function diffOf({ path, before, after }: TextChange): string {
  if (before === after) return "";
  const { hunks } = structuredPatch(path, path, before ?? "", after, undefined, undefined, {
    context: CONTEXT,
  });
  const [oldName, newName] = [quotePath(`a/${path}`), quotePath(`b/${path}`)];
  const header = [
    `diff --git ${oldName} ${newName}`,
    ...(before === undefined
      ? ["new file mode 100644", "--- /dev/null"]
      : [`--- ${endName(oldName)}`]),
    `+++ ${endName(newName)}`,
  ];
  const body = hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
    `@@ -${rangeOf(oldStart, oldLines)} +${rangeOf(newStart, newLines)} @@`,
    ...lines,
  ]);
  return `${[...header, ...body].join("\n")}\n`;
}

/** An empty side counts the line before it. */
const rangeOf = (start: number, count: number): string =>
  `${count === 0 ? Math.max(start - 1, 0) : start},${count}`;

/** A name with a blank needs an end that is not part of it. */
const endName = (name: string): string =>
  name.includes(" ") && !name.startsWith('"') ? `${name}\t` : name;
