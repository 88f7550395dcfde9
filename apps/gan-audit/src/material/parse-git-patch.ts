import { unquotePath } from "../domain/diff/unquote-path.ts";

export type ChangedLines = { added: Set<number>; isBinary: boolean };

const HUNK = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

/** Which lines of the new files a patch adds. The patch is git's own, without context, so its counts are right. */
export function parseGitPatch(patch: string): Map<string, ChangedLines> {
  const files = new Map<string, ChangedLines>();
  let current: ChangedLines | undefined;
  let skip = 0;
  for (const line of patch.split("\n")) {
    const hunk = skip === 0 ? HUNK.exec(line) : null;
    if (skip > 0) skip -= line.startsWith("\\") ? 0 : 1;
    else if (line.startsWith("diff --git ")) current = { added: new Set(), isBinary: false };
    else if (hunk && current) {
      const [, removed = "1", start = "0", count = "1"] = hunk;
      for (let added = 0; added < Number(count); added += 1)
        current.added.add(Number(start) + added);
      skip = Number(removed) + Number(count);
    } else if (line.startsWith("+++ ") && current) {
      const path = unquotePath(line.slice(4).replace(/\t$/, ""));
      if (path !== "/dev/null") files.set(path.replace(/^b\//, ""), current);
    } else if (line.startsWith("Binary files ") && current) current.isBinary = true;
  }
  return files;
}
