import { type ContainmentTree, containmentTree, swapFolder } from "@faculties/testkit";
import { beforeAll, expect, test } from "vitest";
import { type AllowedArea, allowedArea } from "./allowed-area.ts";
import { readContained } from "./read-contained.ts";

const LIMIT = 1000;
const ROUNDS = 1500;

let tree: ContainmentTree;
let area: AllowedArea;
beforeAll(async () => {
  tree = await containmentTree();
  area = allowedArea([tree.root]);
});

const read = async (path: string) =>
  (await readContained(path, area, LIMIT)).bytes.toString("utf8");

test("reads what lies in the area, and nothing that only seems to", async () => {
  for (const { name, path } of tree.refused)
    expect([name, await read(path).catch(() => "refused")]).toEqual([name, "refused"]);
  for (const { name, path, kind } of tree.accepted)
    if (kind === "file") expect([name, await read(path)]).toEqual([name, tree.content]);
});

test("reads nothing from elsewhere while a folder is swapped for a link", async () => {
  const swapped = await swapFolder(tree);
  const seen = new Set<string>();
  for (let round = 0; round < ROUNDS; round += 1)
    seen.add(await read(swapped.file).catch(() => "refused"));
  await swapped.stop();
  expect(seen).not.toContain(tree.secret);
});
