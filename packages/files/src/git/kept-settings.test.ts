import { expect, test } from "vitest";
import { keptSettings } from "./kept-settings.ts";

const PROOF = ["command", "safe.barerepository\nexplicit"];
const kept = (...fields: string[]) => keptSettings(`${fields.join("\0")}\0`, "/home/me");

test("the last value of a setting that says how files are compared is taken over", () => {
  expect(kept("local", "core.filemode", "global", "core.eol\nlf", ...PROOF)).toEqual([
    ["core.filemode", "true"],
    ["core.eol", "lf"],
  ]);
  expect(kept("system", "core.autocrlf\ntrue", "local", "core.autocrlf\ninput", ...PROOF)).toEqual([
    ["core.autocrlf", "input"],
  ]);
});

test("a value that is none of the usual words, and a setting that was not asked for, are not", () => {
  expect(kept("local", "core.eol\nrun me", "local", "core.fsmonitor\nx", ...PROOF)).toEqual([]);
});

test("files of patterns are, but none of another machine that a repository names", () => {
  expect(kept("global", "core.excludesfile\n~/ignored", ...PROOF)).toEqual([
    ["core.excludesfile", "/home/me/ignored"],
  ]);
  const [there, mine] = ["\\\\server\\share\\x", "//server/share/x"];
  expect(
    kept(
      "local",
      `core.excludesfile\n${there}`,
      "worktree",
      `core.attributesfile\n${mine}`,
      ...PROOF,
    ),
  ).toEqual([]);
  expect(kept("global", `core.excludesfile\n${there}`, ...PROOF)).toEqual([
    ["core.excludesfile", there],
  ]);
});

test("nothing is without the proof that git accepts settings, last and from us", () => {
  expect(kept("local", "core.eol\nlf")).toBeUndefined();
  expect(kept("global", "safe.barerepository\nexplicit")).toBeUndefined();
  expect(kept(...PROOF, "local", "safe.barerepository\nall")).toBeUndefined();
});
