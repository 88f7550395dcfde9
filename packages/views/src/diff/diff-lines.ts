import { parsePatch } from "diff";

export type DiffLine = {
  kind: "same" | "added" | "removed";
  text: string;
  /** Undefined where the line is not in that version. */
  oldLine: number | undefined;
  newLine: number | undefined;
};
export type DiffHunk = { heading: string; lines: DiffLine[] };
export type DiffFile = { path: string; hunks: DiffHunk[] };

/** A unified diff as files, hunks and numbered lines; undefined when it is none. */
export function diffLines(patch: string): DiffFile[] | undefined {
  try {
    const files = parsePatch(patch).map(({ oldFileName, newFileName, hunks }) => ({
      path: pathOf(newFileName) ?? pathOf(oldFileName) ?? "",
      hunks: hunks.map(readHunk),
    }));
    const hasLines = files.some(({ hunks }) => hunks.some(({ lines }) => lines.length > 0));
    return hasLines ? files : undefined;
  } catch {
    return undefined;
  }
}

type Hunk = ReturnType<typeof parsePatch>[number]["hunks"][number];

function readHunk({ oldStart, newStart, oldLines, newLines, lines }: Hunk): DiffHunk {
  let [oldLine, newLine] = [oldStart, newStart];
  const read = lines.flatMap((line): DiffLine[] => {
    const text = line.slice(1);
    if (line.startsWith("+"))
      return [{ kind: "added", text, oldLine: undefined, newLine: newLine++ }];
    if (line.startsWith("-"))
      return [{ kind: "removed", text, oldLine: oldLine++, newLine: undefined }];
    if (line.startsWith("\\")) return [];
    return [{ kind: "same", text, oldLine: oldLine++, newLine: newLine++ }];
  });
  return { heading: `@@ −${oldStart},${oldLines} +${newStart},${newLines} @@`, lines: read };
}

function pathOf(name: string | undefined): string | undefined {
  if (name === undefined || name === "/dev/null") return undefined;
  return name.replace(/^[ab]\//, "");
}
