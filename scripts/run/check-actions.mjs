import { readdirSync, readFileSync } from "node:fs";
import { fail } from "./report.mjs";

const FOLDER = ".github/workflows";
const USES = /^\s*(?:-\s+)?uses:\s*(\S+)(.*)$/;
const PINNED = /^[\w.-]+\/[\w./-]+@[0-9a-f]{40}$/;
const VERSION = /^\s+# v\d+\.\d+\.\d+$/;

/** A tag can be moved to other code, a commit cannot; the comment tells people which version it is. */
export function checkActions() {
  const loose = readdirSync(FOLDER)
    .filter((name) => /\.ya?ml$/.test(name))
    .flatMap((name) =>
      unpinned(readFileSync(`${FOLDER}/${name}`, "utf8")).map((line) => `${name}:${line}`),
    );
  if (loose.length > 0)
    fail(
      `Actions must be named by commit, as owner/name@<40 hexadecimal digits> # v1.2.3:\n  ${loose.join("\n  ")}`,
    );
}

function unpinned(text) {
  return text.split("\n").flatMap((line, index) => {
    const [, action, rest] = USES.exec(line) ?? [];
    const isFine =
      action === undefined ||
      action.startsWith("./") ||
      (PINNED.test(action) && VERSION.test(rest));
    return isFine ? [] : [`${index + 1}: ${line.trim()}`];
  });
}
