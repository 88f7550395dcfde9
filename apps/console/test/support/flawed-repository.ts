import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const COMMITTED = "export const isEmpty = (text) => text.length === 0;\n";
const CHANGED = 'export const isEmpty = (text) => text == "";\n';

/** A git repository with a change that an audit fixes: a loose comparison. */
export function flawedRepository(folder: string) {
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=test", "-c", "user.email=test@example.com", ...args], {
      cwd: folder,
      encoding: "utf8",
    });
  const file = join(folder, "is-empty.js");
  git("init", "--quiet");
  writeFileSync(file, COMMITTED);
  git("add", "--all");
  git("commit", "--quiet", "--message", "Start");
  writeFileSync(file, CHANGED);
  return {
    folder,
    /** The content of the file. */
    read: () => readFileSync(file, "utf8"),
    isUntouched: () => readFileSync(file, "utf8") === CHANGED,
    changes: () => git("diff", "--unified=0"),
  };
}
