import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const repository = fileURLToPath(new URL("../../../../", import.meta.url));
const STARTS_GIT =
  /\b(?:spawn|spawnSync|exec|execSync|execFile|execFileSync|fork|run)\w*\(\s*["'`]git\b/;

/** Sources of what is published: no tests, and nothing that only tests or documentation use. */
function sources(folder: string): string[] {
  return readdirSync(join(repository, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return entry.name === "node_modules" ? [] : sources(path);
    return /(?<!\.test)\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

test("no other code of a server starts git", () => {
  const all = ["apps", "packages"].flatMap((kind) =>
    readdirSync(join(repository, kind))
      .filter((name) => !["testkit", "interop"].includes(name))
      .flatMap((name) => sources(`${kind}/${name}/src`)),
  );
  expect(all.length).toBeGreaterThan(500);
  const text = (path: string) => readFileSync(join(repository, path), "utf8");
  expect(all.filter((path) => STARTS_GIT.test(text(path)))).toEqual([]);
  expect(all.filter((path) => /findProgram\(\s*["'`]git\b/.test(text(path)))).toEqual([
    "packages/files/src/git/run-git.ts",
  ]);
});
