import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { hostileRepositories, temporaryDirectory } from "@faculties/testkit";
import { expect, test } from "vitest";
import { checkPatch } from "./index.ts";

const options = (timeoutMs = 30_000) => ({
  environment: { PATH: process.env["PATH"] },
  signal: new AbortController().signal,
  timeoutMs,
});
const patch = (path: string, from: string, to: string) =>
  `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-${from}\n+${to}\n`;

test("says whether a patch fits the files of a folder", async () => {
  const folder = await temporaryDirectory();
  await mkdir(join(folder, "sub"));
  await writeFile(join(folder, "sub/a.txt"), "one\n");
  expect(await checkPatch(folder, patch("sub/a.txt", "one", "two"), options())).toBe(true);
  expect(await checkPatch(folder, patch("sub/a.txt", "other", "two"), options())).toBe(false);
  expect(await checkPatch(join(folder, "sub"), patch("a.txt", "one", "two"), options())).toBe(true);
  expect(await checkPatch(folder, patch("../a.txt", "one", "two"), options())).toBe(false);
  expect(await readFile(join(folder, "sub/a.txt"), "utf8")).toBe("one\n");
});

test("takes a patch for granted without git, and for refused when git does not answer", async () => {
  const folder = await temporaryDirectory();
  const without = { ...options(), environment: { PATH: folder } };
  expect(await checkPatch(folder, patch("a.txt", "one", "two"), without)).toBe(true);
  expect(await checkPatch(folder, patch("a.txt", "one", "two"), options(0))).toBe(false);
});

test("runs nothing of a hostile repository, and ends", async () => {
  const { repositories, markers } = await hostileRepositories();
  const fits = new Set<boolean>();
  for (const { root, isStalling } of repositories) {
    const limit = options(isStalling ? 300 : undefined);
    fits.add(await checkPatch(root, patch("changed.txt", "six", "ten"), limit));
  }
  expect(fits).toContain(true);
  expect(markers()).toEqual([]);
}, 120_000);
