import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { temporaryDirectory } from "@faculties/testkit";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { type AllowedArea, allowedArea } from "./allowed-area.ts";
import { findFiles } from "./find-files.ts";
import { ignoreRules, isIgnored, patternExpression } from "./path-pattern.ts";

let project: string;
let area: AllowedArea;
beforeAll(async () => {
  const outside = await temporaryDirectory();
  await writeFile(join(outside, "secret.txt"), "no");
  project = await temporaryDirectory();
  for (const folder of ["src/deep", "node_modules/x", "build", ".git"])
    // oxlint-disable-next-line no-await-in-loop -- in order
    await mkdir(join(project, folder), { recursive: true });
  for (const file of [
    ".gitignore:node_modules/\nbuild\n*.log\n!keep.log\n",
    "readme.md:hello",
    "src/a.ts:a",
    "src/b.tsx:b",
    "src/deep/c.ts:c",
    "src/deep/.gitignore:d.ts\n",
    "src/deep/d.ts:d",
    "src/x.log:x",
    "src/keep.log:k",
    "src/odd:10:o",
    ".env:KEY=1",
    "node_modules/x/i.js:i",
    "build/o.js:o",
    ".git/HEAD:h",
  ]) {
    const at = file.startsWith("src/odd") ? "src/odd:10".length : file.indexOf(":");
    // oxlint-disable-next-line no-await-in-loop -- in order
    await writeFile(join(project, file.slice(0, at)), file.slice(at + 1));
  }
  await symlink(outside, join(project, "src", "out"));
  await symlink(join(outside, "secret.txt"), join(project, "src", "link.txt"));
  area = allowedArea([project]);
});

const found = async (source: string) => {
  const { files } = await findFiles(source, area);
  return files.map(({ path }) => path.replace(`${area.real[0]}/`, ""));
};

describe("the files of a source", () => {
  test.each([
    [
      "src",
      [
        "src/a.ts",
        "src/b.tsx",
        "src/keep.log",
        "src/odd:10",
        "src/deep/.gitignore",
        "src/deep/c.ts",
      ],
    ],
    ["src/*.ts", ["src/a.ts"]],
    ["src/**/*.{ts,tsx}", ["src/a.ts", "src/b.tsx", "src/deep/c.ts"]],
    ["**/[ac].ts", ["src/a.ts", "src/deep/c.ts"]],
    ["src/?.ts", ["src/a.ts"]],
  ])("%s leaves out what git ignores, links and secrets", async (source, expected) => {
    expect(await found(source)).toEqual(expected);
  });

  test("has the lines that were asked for, but not of a file that has such a name", async () => {
    expect((await findFiles("src/a.ts:10-40", area)).files).toEqual([
      { path: "src/a.ts", lines: { from: 10, to: 40 } },
    ]);
    expect((await findFiles("src/a.ts:7", area)).files).toEqual([
      { path: "src/a.ts", lines: { from: 7, to: 7 } },
    ]);
    expect((await findFiles("src/odd:10", area)).files).toEqual([{ path: "src/odd:10" }]);
  });

  test.each([
    ["src/a.ts:9-3", "like 10-40"],
    ["*.nothing", "No file that may be read matches"],
    ["/etc/*", "outside"],
    ["../*", "outside"],
    ["src/out", "outside"],
    ["src/{a", "not closed"],
    [`${"*/".repeat(20)}x`, "too long"],
  ])("%s is refused", async (source, reason) => {
    await expect(findFiles(source, area)).rejects.toThrow(reason);
  });

  test("are not more than anyone can mean", async () => {
    const many = await temporaryDirectory();
    await Promise.all(
      Array.from({ length: 501 }, (_, at) => writeFile(join(many, `${at}.txt`), "")),
    );
    await expect(findFiles("*.txt", allowedArea([many]))).rejects.toThrow("more than 500 files");
  });
});

test("a pattern of plain letters matches itself and nothing else", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z.+()^$|-]{1,12}$/), fc.string(), (pattern, other) => {
      const expression = patternExpression(pattern);
      expect(expression?.test(pattern)).toBe(true);
      expect(expression?.test(other)).toBe(other === pattern);
    }),
  );
});

test.each([
  ["*.log\n!keep.log", "a/keep.log", false, false],
  ["/dist", "a/dist", true, undefined],
  ["/dist", "dist", true, true],
  ["logs/", "logs", false, undefined],
  ["a/**/z", "a/b/c/z", false, true],
  ["# x\n\n", "x", false, undefined],
])("a .gitignore with %j: %s", (rules, path, isFolder, expected) => {
  expect(isIgnored(ignoreRules(rules), path, isFolder)).toBe(expected);
});
