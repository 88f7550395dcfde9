import { describe, expect, test } from "vitest";
import { parseRecord } from "./parse-record.ts";

function relationsOf(text: string): string[] {
  return parseRecord("0001-a", text).relations.map(({ kind, reference }) => `${kind} ${reference}`);
}
const inStatus = (status: string) => `# A\n\n## Status\n\n${status}\n\n## Decision\n\nYes.\n`;
const inText = (text: string) => `# A\n\n## Status\n\nAccepted\n\n## Decision\n\n${text}\n`;

describe("a verb in the name of another record", () => {
  test.each([
    [
      "Superseded by [2. Replace Harbor with ECR](0002-replace-harbor-with-ecr.md)",
      "superseded-by 0002-replace-harbor-with-ecr",
    ],
    [
      "Amended by [6. Amend the logging format](0006-amend-the-logging-format.md)",
      "amended-by 0006-amend-the-logging-format",
    ],
    ["Superseded by 0002-replace-harbor-with-ecr", "superseded-by 0002-replace-harbor-with-ecr"],
    [
      "Superseded by `0002-replace-harbor-with-ecr.md`",
      "superseded-by 0002-replace-harbor-with-ecr",
    ],
    ["Superseded by ADR-2: Replace Harbor with ECR", "superseded-by 2"],
    ["Superseded by 2. Replace Harbor with ECR", "superseded-by 2"],
    [
      "Superseded by [2. Supersedes [all] of (it)][two]\n\n[two]: 0002-x.md",
      "superseded-by 0002-x",
    ],
    ["Superseded by [2. Replace ADR-3 conventions]", "superseded-by 2"],
    ["Superseded by [[0002-replace-harbor|Replace Harbor]]", "superseded-by 0002-replace-harbor"],
    ["Superseded by “Replace Harbor with ECR”", "superseded-by Replace Harbor with ECR"],
    ["Superseded by Replace Harbor with ECR.", "superseded-by Replace Harbor with ECR"],
    ["Superseded by <https://example.com/adr/0002-replace-x.md>", "superseded-by 0002-replace-x"],
    ["Supersedes [4. Deprecated fields are rejected](0004-x.md)", "supersedes 0004-x"],
    ["Ersetzt durch [2. Ersetzt Harbor durch ECR](0002-x.md)", "superseded-by 0002-x"],
    ["Ersetzt [4. Harbor](0004-x.md)", "supersedes 0004-x"],
    ["Remplacé par [2. Remplace Harbor](0002-x.md)", "superseded-by 0002-x"],
    ["Modifica [4. Modifica del registro](0004-x.md)", "amends 0004-x"],
  ])("does not turn %j round", (status, relation) => {
    expect(relationsOf(inStatus(status))).toEqual([relation]);
  });

  test("says nothing about the status of this one", () => {
    const { status } = parseRecord(
      "0001-a",
      inStatus("Accepted\n\nAmends [4. Deprecated fields, superseded by nobody](0004-x.md)"),
    );
    expect(status).toBe("active");
  });
});

describe("a statement in a status", () => {
  test.each([
    ["Superseded by ADR-5 because ADR-3 and ADR-4 were slow", ["superseded-by 5"]],
    [
      "Superseded by ADR-5: Use Postgres, and ADR-6: Use Redis",
      ["superseded-by 5", "superseded-by 6"],
    ],
    [
      "Superseded by:\n\n- [5](0005-x.md) Replace X\n- [6](0006-y.md) Amend Y",
      ["superseded-by 0005-x", "superseded-by 0006-y"],
    ],
    ["Superseded by [5](0005-x.md)\n- [3](0003-y.md) is related", ["superseded-by 0005-x"]],
    ["Amends the logging format of ADR-3", ["amends 3"]],
    ["Supersedes the naming rules of ADR-3", ["amends 3"]],
    ["Superseded by the decision taken in ADR-0005", ["superseded-by 0005"]],
    ["Replaced with [5](0005-x.md)", ["superseded-by 0005-x"]],
    ["Superseded: ADR-5", ["superseded-by 5"]],
    ["[Superseded by ADR-5](0005-x.md)", ["superseded-by 0005-x"]],
    ["[ADR-9](0009-x.md) supersedes this decision", ["superseded-by 0009-x"]],
    ["Accepted, replacing ADR-3", ["supersedes 3"]],
    ["Supersedes 3", ["supersedes 3"]],
    [
      "Supersedes [3](0003-x.md), superseded by [7](0007-y.md)",
      ["supersedes 0003-x", "superseded-by 0007-y"],
    ],
  ])("is read from %j", (status, relations) => {
    expect(relationsOf(inStatus(status))).toEqual(relations);
  });

  test.each([
    "Accepted, not superseded by ADR-5",
    "Accepted, will be superseded by ADR-5",
    "Accepted; ADR-3 was superseded by ADR-4",
    "Accepted, rules that were replaced stay visible",
  ])("is not made up from %j", (status) => {
    expect(parseRecord("0001-a", inStatus(status))).toMatchObject({
      status: "active",
      relations: [],
    });
  });

  test.each([
    "Superseded by",
    "Accepted, will be superseded by ADR-5",
    "Supersedes ADR-5, ADR-3 stays",
  ])("is reported when %j names no record for certain", (status) => {
    expect(parseRecord("0001-a", inStatus(status)).unclear).toHaveLength(1);
  });
});

describe("a statement in other text", () => {
  test.each([
    ["This decision supersedes [ADR-3](0003-x.md).", ["supersedes 0003-x"]],
    ["* Supersedes ADR-3", ["supersedes 3"]],
    ["> **Superseded by [5](0005-x.md)**", ["superseded-by 0005-x"]],
    ["ADR-5, which was superseded by ADR-6, said so.", []],
    ["We considered what ADR-5 replaces.", []],
    ["```\nSupersedes ADR-3\n```", []],
  ])("counts when it is about this record: %j", (text, relations) => {
    expect(relationsOf(inText(text))).toEqual(relations);
  });

  test("is reported when it may be about another", () => {
    expect(
      parseRecord("0001-a", inText("The store, superseded by ADR-6, was fast.")),
    ).toMatchObject({ relations: [], unclear: ["superseded by ADR-6"] });
  });
});

describe("a heading", () => {
  test.each([
    ["# 1. Use **Redis** (superseded by ADR-6)", "Use Redis", "superseded", ["superseded-by 6"]],
    ["# 1. Remove things (deprecated APIs)", "Remove things (deprecated APIs)", undefined, []],
    ["# 1. Stop (deprecated) calls (v2)", "Stop (deprecated) calls (v2)", undefined, []],
    ["# 1. Migrate - deprecated APIs first", "Migrate - deprecated APIs first", undefined, []],
    ["# 1. Use Redis – superseded by ADR-6", "Use Redis", "superseded", ["superseded-by 6"]],
    ["# 1. Write it in C#", "Write it in C#", undefined, []],
  ])("of %j", (text, title, status, relations) => {
    expect({ ...parseRecord("0001-a", text), relations: relationsOf(text) }).toMatchObject({
      title,
      relations,
    });
    expect(parseRecord("0001-a", text).status).toBe(status);
  });
});
