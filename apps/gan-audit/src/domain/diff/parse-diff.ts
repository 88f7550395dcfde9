import type { FileDiff, Hunk } from "./file-diff.ts";
import { unquotePath } from "./quote-path.ts";

const HUNK = /^@@+ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

/** Reads a unified diff. Counts in hunk headers are not trusted: people and models get them wrong. */
export function parseDiff(text: string): FileDiff[] {
  const files: FileDiff[] = [];
  let file: FileDiff | undefined;
  let hunk: Hunk | undefined;
  const begin = (oldPath: string | undefined, newPath: string | undefined) => {
    file = { oldPath, newPath, hunks: [], isBinary: false };
    hunk = undefined;
    files.push(file);
  };
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  if (lines.at(-1) === "") lines.pop();
  const lastMarked = lines.findLastIndex((line) => /^[-+ ]/.test(line));
  for (const [position, line] of lines.entries()) {
    const header = line.startsWith("@@") ? HUNK.exec(line) : null;
    if (line.startsWith("diff --git ")) begin(...gitPaths(line));
    else if (isOldHeader(line, lines[position + 1])) {
      if (!file || file.hunks.length > 0) begin(undefined, undefined);
      setPath(file, "oldPath", line);
      hunk = undefined;
    } else if (line.startsWith("+++ ") && isOldHeader(lines[position - 1] ?? "", line))
      setPath(file, "newPath", line);
    else if (header) {
      if (!file) begin(undefined, undefined);
      hunk = {
        oldStart: Number(header[1]),
        newStart: Number(header[3]),
        lines: [],
        endsBare: false,
      };
      file?.hunks.push(hunk);
    } else if (file && !hunk) readExtended(file, line);
    else if (hunk) hunk = readLine(hunk, line, position < lastMarked);
  }
  return files.filter(
    ({ hunks, isBinary, oldPath, newPath }) => hunks.length > 0 || isBinary || oldPath !== newPath,
  );
}

const isOldHeader = (line: string, next: string | undefined): boolean =>
  line.startsWith("--- ") && next !== undefined && next.startsWith("+++ ");

/** Undefined once the line belongs to no hunk any more. */
function readLine(hunk: Hunk, line: string, goesOn: boolean): Hunk | undefined {
  const mark = line.charAt(0);
  const text = line.slice(1);
  if (mark === "+") hunk.lines.push({ kind: "added", text });
  else if (mark === "-") hunk.lines.push({ kind: "removed", text });
  else if (mark === " ") hunk.lines.push({ kind: "context", text });
  else if (mark === "\\") hunk.endsBare = hunk.lines.at(-1)?.kind !== "removed";
  // Editors strip the blank of an empty context line; prose after the diff ends it.
  else if (line === "" && goesOn) hunk.lines.push({ kind: "context", text: "" });
  else return undefined;
  return hunk;
}

function readExtended(file: FileDiff, line: string): void {
  if (line.startsWith("deleted file mode")) file.newPath = undefined;
  else if (line.startsWith("new file mode")) file.oldPath = undefined;
  else if (line.startsWith("rename from "))
    file.oldPath = unquotePath(line.slice("rename from ".length));
  else if (line.startsWith("rename to "))
    file.newPath = unquotePath(line.slice("rename to ".length));
  else if (/^(Binary files |GIT binary patch)/.test(line)) file.isBinary = true;
}

function gitPaths(line: string): [string | undefined, string | undefined] {
  const rest = line.slice("diff --git ".length);
  const quoted = /^("(?:[^"\\]|\\.)*"|\S+) ("(?:[^"\\]|\\.)*"|\S+)$/.exec(rest);
  // With blanks in the path, both sides are the same after their one-letter prefix.
  const middle = rest.slice(0, (rest.length - 1) / 2);
  const [left = "", right = ""] = quoted
    ? quoted.slice(1)
    : [middle, rest.slice(middle.length + 1)];
  return [withoutPrefix(unquotePath(left)), withoutPrefix(unquotePath(right))];
}

function setPath(file: FileDiff | undefined, side: "oldPath" | "newPath", line: string): void {
  if (!file) return;
  const path = unquotePath(line.slice(4).split("\t", 1).join("").trimEnd());
  file[side] = path === "/dev/null" ? undefined : withoutPrefix(path);
}

const withoutPrefix = (path: string): string => path.replace(/^[abciow]\//, "");
