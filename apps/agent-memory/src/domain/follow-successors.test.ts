import { expect, test } from "vitest";
import type { Link } from "./decision.ts";
import { followSuccessors } from "./follow-successors.ts";

const link = (newId: string, oldId: string, kind: Link["kind"] = "supersedes"): Link => ({
  newId,
  oldId,
  kind,
});

test("follows chains, branches and joins to their ends", () => {
  const links = [link("b", "a"), link("c", "b"), link("d", "b"), link("e", "d"), link("e", "x")];
  expect(followSuccessors(["a", "x", "e", "alone"], links)).toEqual(
    new Map([
      ["a", ["c", "e"]],
      ["x", ["e"]],
      ["e", ["e"]],
      ["alone", ["alone"]],
    ]),
  );
});

test("does not follow what only amends, and ends on a cycle", () => {
  expect(followSuccessors(["a"], [link("b", "a", "amends")]).get("a")).toEqual(["a"]);
  expect(followSuccessors(["a"], [link("b", "a"), link("a", "b")]).get("a")).toEqual([]);
});
