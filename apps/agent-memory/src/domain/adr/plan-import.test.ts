import { describe, expect, test } from "vitest";
import { parseRecord } from "./parse-record.ts";
import { planImport } from "./plan-import.ts";

function file(name: string, text: string) {
  return { ...parseRecord(name, text), source: `/records/${name}.md` };
}

function plan(...files: [name: string, status: string, more?: string][]) {
  const records = files.map(([name, status, more = ""]) =>
    file(
      name,
      `# ${name.replace(/^(?:.*\/)?\d+-/, "")}\n\n## Status\n\n${status}\n\n## Decision\n\n${more}`,
    ),
  );
  const { records: planned, links, problems } = planImport(records, []);
  return {
    records: Object.fromEntries(
      planned.map(({ name, target, status }) => [name, `${status} on ${target}`]),
    ),
    links: links.map(({ newName, oldName, kind }) => `${newName} ${kind} ${oldName}`),
    problems,
  };
}

describe("an import plan", () => {
  test("gives a chain one target, named after its first record", () => {
    expect(
      plan(
        ["0001-first", "Superseded by [2](0002-second.md)"],
        ["0002-second", "Superseded by ADR-0003"],
        ["0003-third", "Accepted"],
      ),
    ).toEqual({
      records: {
        "0001-first": "superseded on first",
        "0002-second": "superseded on first",
        "0003-third": "active on first",
      },
      links: ["0002-second supersedes 0001-first", "0003-third supersedes 0002-second"],
      problems: [],
    });
  });

  test("joins several records that one replaced", () => {
    expect(
      plan(
        ["0001-a", "Accepted"],
        ["0002-b", "Accepted"],
        ["0003-c", "Accepted\n\nSupersedes ADR 1 and ADR 2"],
      ).records,
    ).toEqual({
      "0001-a": "superseded on a",
      "0002-b": "superseded on a",
      "0003-c": "active on a",
    });
  });

  test("keeps apart several records that replaced one", () => {
    const { records, links } = plan(
      ["0001-a", "Superseded by [B](0002-b.md) and [C](0003-c.md)"],
      ["0002-b", "Accepted"],
      ["0003-c", "Accepted"],
    );
    expect(records).toEqual({
      "0001-a": "superseded on a",
      "0002-b": "active on b",
      "0003-c": "active on c",
    });
    expect(links).toEqual(["0002-b supersedes 0001-a", "0003-c supersedes 0001-a"]);
  });

  test("leaves a record in force that was replaced in part", () => {
    const { records, links } = plan(
      ["0001-a", "Accepted, superseded in part by ADR-0002"],
      ["0002-b", "Accepted"],
    );
    expect(records).toEqual({ "0001-a": "active on a", "0002-b": "active on b" });
    expect(links).toEqual(["0002-b amends 0001-a"]);
  });

  test("lets a proposal replace nothing yet", () => {
    expect(
      plan(["0001-a", "Accepted"], ["0002-b", "Proposed\n\nSupersedes ADR-1"]).records,
    ).toEqual({
      "0001-a": "active on a",
      "0002-b": "draft on a",
    });
  });

  test("says what it could not make sense of", () => {
    expect(
      plan(
        ["0001-a", "Superseded by ADR-0099"],
        ["0002-b", "Superseded by ADR-0003"],
        ["0003-c", "Superseded by ADR-0002"],
        ["0004-d", "", "Nothing."],
      ).problems,
    ).toEqual([
      '0001-a: there is no record "0099".',
      "0003-c: 0002-b and 0003-c cannot both replace each other.",
      "0004-d: says nothing about its status; taken as accepted.",
    ]);
  });

  test("takes only one record in force for a target that records name themselves", () => {
    const files = ["one", "two"].map((name) =>
      file(name, `---\ntarget: Shared\nstatus: accepted\n---\n# ${name}\n`),
    );
    const { records, refused, problems } = planImport(files, []);
    expect(records.map(({ name }) => name)).toEqual(["one"]);
    expect(refused).toEqual(["two"]);
    expect(problems).toEqual(['two: left out, because one is active on "Shared" too.']);
  });

  test("continues the chain of an earlier import", () => {
    const record = file("0002-b", "# B\n\nStatus: accepted\n\nSupersedes ADR 1");
    const earlier = (source: string, target: string) => ({
      name: source,
      source,
      number: 1,
      id: `dec_${target}`,
      title: target,
      target,
    });
    const alpha = earlier("/records/0001-a.md", "alpha");
    const { records, links } = planImport([record], [earlier("/others/0001-a.md", "beta"), alpha]);
    expect(records).toMatchObject([{ name: "0002-b", target: "alpha" }]);
    expect(links).toEqual([
      { newName: "0002-b", oldName: alpha.name, kind: "supersedes", statedBy: "0002-b" },
    ]);
  });

  test("reads a reference in the folder of its record first", () => {
    const { records, links } = plan(
      ["one/0001-store", "Superseded by [2](0002-new.md)"],
      ["one/0002-new", "Accepted"],
      ["two/0001-store", "Superseded by ADR-2"],
      ["two/0002-other", "Accepted"],
      ["three/0001-store", "Accepted"],
    );
    expect(links).toEqual([
      "one/0002-new supersedes one/0001-store",
      "two/0002-other supersedes two/0001-store",
    ]);
    expect(records).toEqual({
      "one/0001-store": "superseded on store",
      "one/0002-new": "active on store",
      "two/0001-store": "superseded on store-1",
      "two/0002-other": "active on store-1",
      "three/0001-store": "active on store-2",
    });
  });
});
