import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type ContainmentTree, containmentTree, swapFolder } from "@faculties/testkit";
import { beforeEach, expect, test } from "vitest";
import { ContainedFiles } from "./contained-files.ts";
import { walkFolder } from "./walk-folder.ts";

const ROUNDS = 1500;

let tree: ContainmentTree;
let files: ContainedFiles;
beforeEach(async () => {
  tree = await containmentTree();
  files = await ContainedFiles.open(tree.root, {
    maxFileBytes: 1000,
    ownState: [],
    allowsSecrets: false,
  });
});

/** As the collector does: a path is located first and then read by what it really is. */
async function read(path: string): Promise<string> {
  const located = await files.locate(path);
  if ("skipped" in located) return "refused";
  if (located.isFolder) return "folder";
  const outcome = await files.read(located.path);
  return "skipped" in outcome ? "refused" : outcome.text;
}

test("reads what lies under the root, and nothing that only seems to", async () => {
  for (const { name, path } of tree.refused) {
    expect([name, await read(path)]).toEqual([name, "refused"]);
    expect([name, await files.read(path)]).toEqual([name, { skipped: expect.any(String) }]);
  }
  for (const { name, path, kind } of tree.accepted)
    expect([name, await read(path)]).toEqual([name, kind === "file" ? tree.content : "folder"]);
});

test("lists no file that a link or a pipe leads to", async () => {
  const { paths } = await walkFolder(files, "", 1000, new AbortController().signal);
  expect(paths).toEqual(["..note.txt", "note.txt", "sub/note.txt"]);
});

test("reads nothing from elsewhere while a folder is swapped for a link", async () => {
  const swapped = await swapFolder(tree);
  const seen = new Set<string>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const outcome = await files.read(swapped.file);
    seen.add("skipped" in outcome ? "refused" : outcome.text);
  }
  await swapped.stop();
  expect(seen).not.toContain(tree.secret);
});

test("lists nothing from elsewhere while a folder is swapped for a link", async () => {
  const swapped = await swapFolder(tree);
  await writeFile(join(tree.outside, "only-elsewhere.txt"), tree.secret);
  const seen = new Set<string>();
  for (let round = 0; round < ROUNDS; round += 1)
    for (const path of (await walkFolder(files, "way", 1000, new AbortController().signal)).paths)
      seen.add(path);
  await swapped.stop();
  expect([...seen].filter((path) => path !== swapped.file)).toEqual([]);
});
