import { expect, test } from "vitest";
import { classifyCommit } from "./classify-commit.ts";

test.each([
  ["fix(storage): close the file", ["a/b.ts"], "error", "storage"],
  ['Revert "Add caching"', ["src/cache.ts"], "error", "src"],
  ["feat(api)!: page by cursor", [], "success", "api"],
  [
    "Add retries",
    ["packages/http/src/retry.ts", "packages/http/test/a.ts", "README.md"],
    "success",
    "packages/http",
  ],
  ["docs: explain the fix", ["docs/a.md"], "note", "docs"],
  ["Bump versions after a crash", ["package.json"], "note", "repository"],
  ["Tidy up", ["lib/a.ts", "bin/b.ts"], "note", "bin"],
  ["perf: faster start", ["main.ts"], "success", "repository"],
])("%s", (subject, files, kind, target) => {
  expect(classifyCommit({ sha: "1", at: 0, subject, files })).toEqual({ kind, target });
});
