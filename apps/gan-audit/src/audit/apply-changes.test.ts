import { chmod, mkdir, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { containmentTree, recordSyncs, swapFolder, temporaryDirectory } from "@faculties/testkit";
import { beforeEach, describe, expect, test } from "vitest";
import { ContainedFiles } from "../material/contained-files.ts";
import { applyChanges } from "./apply-changes.ts";

const ROUNDS = 600;
const RULES = { maxFileBytes: 1000, ownState: [], allowsSecrets: false };

let root: string;
let files: ContainedFiles;
beforeEach(async () => {
  root = await temporaryDirectory();
  await mkdir(join(root, "sub"));
  await writeFile(join(root, "a.ts"), "old a");
  await writeFile(join(root, "sub/b.ts"), "old b");
  files = await ContainedFiles.open(root, RULES);
});

const read = (path: string) => readFile(join(root, path), "utf8");
const everything = async (folder: string) =>
  (await readdir(folder, { recursive: true })).toSorted();

describe("changes", () => {
  test("are written with the mode of the file, new ones too, and leave no draft", async () => {
    await chmod(join(root, "a.ts"), 0o755);
    const outcome = await applyChanges(
      [
        { path: "a.ts", before: "old a", after: "new a" },
        { path: "sub/b.ts", before: "old b", after: "new b" },
        { path: "sub/c.ts", before: undefined, after: "new c" },
      ],
      files,
    );
    expect(outcome).toEqual({ applied: ["a.ts", "sub/b.ts", "sub/c.ts"] });
    expect([await read("a.ts"), await read("sub/b.ts"), await read("sub/c.ts")]).toEqual([
      "new a",
      "new b",
      "new c",
    ]);
    expect((await stat(join(root, "a.ts"))).mode & 0o777).toBe(0o755);
    expect((await stat(join(root, "sub/c.ts"))).mode & 0o777).toBe(0o644);
    expect(await everything(root)).toEqual(["a.ts", "sub", "sub/b.ts", "sub/c.ts"]);
  });

  test.each([
    ["a file that has changed", { path: "a.ts", before: "older", after: "x" }, "has changed since"],
    ["a file that is gone", { path: "gone.ts", before: "x", after: "y" }, "no such file"],
    ["a new file that exists", { path: "a.ts", before: undefined, after: "x" }, "exists already"],
    ["a new file in no folder", { path: "no/a.ts", before: undefined, after: "x" }, "no folder"],
    ["a file outside", { path: "../a.ts", before: undefined, after: "x" }, "exists already"],
    ["a linked file", { path: "link.ts", before: "old a", after: "x" }, "a link"],
    ["a file in a linked folder", { path: "way/b.ts", before: "old b", after: "x" }, "a link"],
    [
      "a new file in a linked folder",
      { path: "way/n.ts", before: undefined, after: "x" },
      "no folder",
    ],
    ["a file of git", { path: ".git/hooks/x", before: undefined, after: "x" }, "belongs to git"],
    ["a secret", { path: ".env", before: undefined, after: "x" }, "looks like a secret"],
  ])("of %s are refused, and nothing is written", async (_, change, reason) => {
    await mkdir(join(root, ".git/hooks"), { recursive: true });
    await symlink("a.ts", join(root, "link.ts"));
    await symlink("sub", join(root, "way"));
    const before = await everything(root);
    const good = { path: "sub/b.ts", before: "old b", after: "new b" };
    const outcome = await applyChanges([good, change], files);
    expect(outcome).toEqual({ refused: expect.stringContaining(reason) });
    expect(outcome).toEqual({ refused: expect.stringContaining("nothing was written") });
    expect(await everything(root)).toEqual(before);
    expect(await read("sub/b.ts")).toBe("old b");
  });
});

describe("while a folder is swapped for a link", () => {
  test("no change and no draft leads out of the root", async () => {
    const tree = await containmentTree();
    const inTree = await ContainedFiles.open(tree.root, RULES);
    const before = await everything(tree.outside);
    const swapped = await swapFolder(tree);
    const expected = new Map([["note.txt", tree.content]]);
    const escaped = new Set<string>();
    for (let round = 0; round < ROUNDS; round += 1) {
      const after = `${tree.content} ${round}`;
      for (const name of ["note.txt", `new-${round}.txt`]) {
        const change = { path: `way/${name}`, before: expected.get(name), after };
        if ("applied" in (await applyChanges([change], inTree))) expected.set(name, after);
      }
      for (const name of await everything(tree.outside))
        if (!before.includes(name)) escaped.add(name);
    }
    await swapped.stop();
    expect([...escaped]).toEqual([]);
    expect(await everything(tree.outside)).toEqual(before);
    expect(await readFile(join(tree.outside, "note.txt"), "utf8")).toBe(tree.secret);
    // Each change was made as a whole or not at all.
    const resting = join(tree.root, "resting");
    const found = await Promise.all(
      (await readdir(resting)).map(async (name) => [
        name,
        await readFile(join(resting, name), "utf8"),
      ]),
    );
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
  });
});

test.runIf(process.platform === "linux")(
  "the files, and then their folders, are on the disk before the answer",
  async () => {
    const { paths } = await recordSyncs();
    await applyChanges(
      [
        { path: "a.ts", before: "old a", after: "new a" },
        { path: "sub/c.ts", before: undefined, after: "new c" },
      ],
      files,
    );
    expect(paths.map((path) => path.replace(/[0-9a-f]{16}/, "*"))).toEqual([
      join(root, ".gan-audit-*.tmp"),
      join(root, "sub/.gan-audit-*.tmp"),
      root,
      join(root, "sub"),
    ]);
  },
);
