import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fail } from "./report.mjs";

const LINK = /\]\(([^)\s]+)\)/g;
const CODE = /^```.*?^```|`[^`\n]*`/gms;

/** Fails when a page points to a file of the repository that is not there. */
export function checkLinks() {
  const pages = execFileSync("git", ["ls-files", "*.md"], { encoding: "utf8" }).trim().split("\n");
  const dead = pages.flatMap((page) =>
    linksOf(readFileSync(page, "utf8"))
      .filter((link) => !existsSync(join(dirname(page), decodeURIComponent(link))))
      .map((link) => `${page}: ${link}`),
  );
  if (dead.length > 0) fail(`Links that lead nowhere:\n  ${dead.join("\n  ")}`);
}

function linksOf(text) {
  return [...text.replaceAll(CODE, "").matchAll(LINK)]
    .map(([, target = ""]) => target.split("#")[0])
    .filter((target) => target !== "" && !/^[a-z]+:/.test(target));
}
