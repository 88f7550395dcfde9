import { describe, expect, test } from "vitest";
import { parseRecord } from "./parse-record.ts";

const body = "\n## Context\n\nOrders grow.\n\n## Decision\n\nWe will shard.\n";
const parse = (text: string, name = "0012-shard-orders") => parseRecord(name, text);

describe("a record in the style of Nygard and adr-tools", () => {
  const record = parse(
    `# 12. Shard the orders

Date: 2024-03-05

## Status

Accepted

Supercedes [3. Keep one database](0003-keep-one-database.md)

Amended by [14. Shard by region](0014-shard-by-region.md)

## Context

Orders grow.

## Decision

We will shard.

## Consequences

Reports need a warehouse.

Backups take longer,
but less each.
`,
  );

  test("is read completely", () => {
    expect(record).toEqual({
      name: "0012-shard-orders",
      number: 12,
      id: undefined,
      title: "Shard the orders",
      target: undefined,
      origin: undefined,
      status: "active",
      date: Date.UTC(2024, 2, 5),
      rationale: "## Context\n\nOrders grow.\n\n## Decision\n\nWe will shard.",
      consequences: ["Reports need a warehouse.", "Backups take longer,\nbut less each."],
      relations: [
        { kind: "supersedes", reference: "0003-keep-one-database" },
        { kind: "amended-by", reference: "0014-shard-by-region" },
      ],
      unclear: [],
    });
  });
});

describe("a record in the style of MADR", () => {
  test("may have its status in the front matter", () => {
    const text = `---\nstatus: "superseded by ADR-0015"\ndate: 2024-05-06\ndecision-makers: [ann, bob]\n---\n# Shard the orders${body}\n### Consequences\n\n* Good, because fast\n* Bad, because complex\n`;
    expect(parse(text)).toMatchObject({
      title: "Shard the orders",
      status: "superseded",
      date: Date.UTC(2024, 4, 6),
      consequences: ["Good, because fast", "Bad, because complex"],
      relations: [{ kind: "superseded-by", reference: "0015" }],
    });
  });

  test("may have its status in a list, as its second version and log4brains have", () => {
    const text = `# Shard the orders\n\n* Status: superseded by [20240506-use-citus](20240506-use-citus.md)\n* Deciders: Ann\n* Date: 2024-01-02\n${body}\n## Links\n\n* Supersedes [20230101-one-database](20230101-one-database.md)\n`;
    expect(parse(text, "20240102-shard-orders")).toMatchObject({
      status: "superseded",
      relations: [
        { kind: "superseded-by", reference: "20240506-use-citus" },
        { kind: "supersedes", reference: "20230101-one-database" },
      ],
      rationale: expect.not.stringContaining("Status:"),
    });
  });

  test("ignores the comments of the template", () => {
    const text = `---\nstatus: accepted\n---\n<!-- superseded by ADR-1 -->\n# Shard${body}`;
    expect(parse(text)).toMatchObject({ status: "active", relations: [] });
  });
});

describe("the status", () => {
  test.each([
    ["# 12. Shard (superseded by ADR 15)", "superseded", ["superseded-by 15"]],
    ["# ADR-0012: Shard [Deprecated]", "deprecated", []],
    ["# ~~12. Shard~~", "deprecated", []],
    ["# [DEPRECATED] 12. Shard", "deprecated", []],
    ["# 12. (Rejected) Shard", "deprecated", []],
    ["# [Superseded by ADR-15] Shard", "superseded", ["superseded-by 15"]],
    [
      "# Shard\n\n**Status:** Accepted (superseded by [ADR 15](0015-x.md))",
      "superseded",
      ["superseded-by 0015-x"],
    ],
    ["# Shard\n\n| Status | Proposed |\n|---|---|", "draft", []],
    ["# Shard\n\nStatus: Partially superseded by ADR-15", undefined, ["amended-by 15"]],
    [
      "# Shard\n\n## Status\n\nAccepted, superseded in part by [ADR-15](0015-x.md)",
      "active",
      ["amended-by 0015-x"],
    ],
    [
      "# Shard\n\n## Status\n\nSuperseded by ADR 15 and ADR 16",
      "superseded",
      ["superseded-by 15", "superseded-by 16"],
    ],
    [
      "# Shard\n\n## Status\n\nSupersedes ADRs 3 and 5",
      undefined,
      ["supersedes 3", "supersedes 5"],
    ],
    ["# Shard\n\n## Status: Rejected\n", "deprecated", []],
    [
      "# Shard\n\n## Status\n\nSuperseded on 2024-01-02 by ADR 7",
      "superseded",
      ["superseded-by 7"],
    ],
    [
      "# Shard\n\n## Status\n\nsuperseded: 2024-01-02 by 0015",
      "superseded",
      ["superseded-by 0015"],
    ],
    [
      "# Shard\n\n## Status\n\n**Superseded** by [[0015-x]]",
      "superseded",
      ["superseded-by 0015-x"],
    ],
    ["# Shard\n\n> Status: **Withdrawn**", "deprecated", []],
    ["# Shard\n\n## Status\n\n- [x] accepted\n- [ ] superseded by ADR-15", "active", []],
    ["S\n=\n\nStatus\n--\n\nAccepted", "active", []],
    ["Shard\n=====\n\nStatus\n------\n\nAccepted", "active", []],
    [
      "---\nsuperseded_by:\n  - 0015-x.md\n  - ADR-16\n---\n# Shard\n\nStatus: Superseded",
      "superseded",
      ["superseded-by 0015-x", "superseded-by 16"],
    ],
    ["---\nstatus: Final\nreplaces: 3\n---\n# Shard", "active", ["supersedes 3"]],
    [
      '+++\ntitle = "Shard"\nstatus = "Superseded" # since May\nsuperseded_by = [\n  "0015-x.md",\n  "ADR-16",\n]\n+++\n# Shard',
      "superseded",
      ["superseded-by 0015-x", "superseded-by 16"],
    ],
    ["+++\nstate = 'accepted'\nreplaces = [\"3\"]\n+++\nWhy not.", "active", ["supersedes 3"]],
    ["# Shard\n\n- State: **Accepted**", "active", []],
    ["# Shard\n\nState: superseded by [ADR 15](0015-x.md)", "superseded", ["superseded-by 0015-x"]],
    ["# Shard\n\nState: active sessions are kept in Redis.", undefined, []],
    ["# Replaced parts are kept\n\nWe accepted that drafts exist.", undefined, []],
  ])("of %j", (text, status, relations) => {
    const record = parse(text);
    expect(record.status).toBe(status);
    expect(record.relations.map(({ kind, reference }) => `${kind} ${reference}`)).toEqual(
      relations,
    );
  });
});

describe("the title", () => {
  test.each([
    ["# 12. Use Redis", "Use Redis"],
    ["# ADR-0012: Use Redis", "Use Redis"],
    ["# ADR 12 — Use Redis (Superseded by [ADR 13](0013.md))", "Use Redis"],
    ["# [ADR-012] Use Redis", "Use Redis"],
    ["# 0012 - Use **Redis**", "Use Redis"],
    ["# 2FA for everybody", "2FA for everybody"],
    ["# Superseded: Use Redis", "Use Redis"],
    ["# [Superseded by ADR-15] 12. Use Redis", "Use Redis"],
    ["# 12. [Draft] Use Redis", "Use Redis"],
    ["# Draft beer only on Fridays", "Draft beer only on Fridays"],
    ["\uFEFF# Use Redis", "Use Redis"],
    ["Use Redis\n=\n\nStatus\n--\n\nAccepted", "Use Redis"],
    ["No heading at all", "shard orders"],
  ])("of %j", (text, title) => {
    expect(parse(text, "shard-orders").title).toBe(title);
  });
});

test("reads TOML front matter, and keeps what is only like a status", () => {
  const text =
    '+++\ntitle = "Use \\"Redis\\""\ndate = 2024-05-06\ntags = ["a", "b"]\n+++\n\nState: accepted\n\nState: kept in Redis.\n';
  expect(parse(text)).toMatchObject({
    title: 'Use "Redis"',
    status: "active",
    date: Date.UTC(2024, 4, 6),
    rationale: "State: kept in Redis.",
  });
});

test("leaves what is in a code block alone", () => {
  const { rationale, status } = parse(
    "# T\n\nStatus: accepted\n\n```\n## Status\n# x\n```\n\ntext",
  );
  expect({ rationale, status }).toEqual({
    rationale: "```\n## Status\n# x\n```\n\ntext",
    status: "active",
  });
});

const TRIES = 3;

/** Processor time, which a busy machine does not lengthen much; a try that is disturbed is repeated. */
function expectWithin(limitMs: number, text: string): void {
  const times: number[] = [];
  do {
    const before = process.cpuUsage();
    parseRecord("0001-a", text);
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1_000);
  } while (Math.min(...times) >= limitMs && times.length < TRIES);
  expect(Math.min(...times)).toBeLessThan(limitMs);
}

test.each([
  ["opening brackets", `# A\n\n## Status\n\nSuperseded by ${"[".repeat(20_000)}`],
  ["tabs in a title", `# A${"\t".repeat(100_000)}b\n\nText.`],
  ["comments that are never closed", `# A\n\n${"<!--".repeat(100_000)}`],
])("reads %s within 100 ms", (_, text) => {
  expectWithin(100, text);
});

const SHAPES = [
  ..."[ ] ( ) [] [a]( [a][ [[ [[a| <!-- ` \" “ „ « < > * _ ~ # - = | \\ 0 a ' é 😀 / . , : ;".split(
    " ",
  ),
  ..."ADR-1, ADR ADR-1 superseded_by superseded-by by partly replaces not"
    .split(" ")
    .map((word) => `${word} `),
  "\t",
  " ",
  "\n",
  "\r\n",
  "\u2028",
  "\t\u2028",
  "a\n",
  "- \n",
  "=\n",
  "---\n",
  "```\n",
  "# \n",
  "a : ",
  "a superseded by x\n",
  "superseded by ADR-5 a, ",
  "x superseded by ADR-5 , ",
  "[superseded by ",
  "(superseded by ",
  "superseded by\n\n",
  "superseded on 2024-01-02 ",
  "- [5](x.md) a\n",
  "[x]: y\n",
  " - rejected",
  "(deprecated) ",
  "Status: x\n",
  "state: *",
  "Supersedes ADR-1 and ",
  "ADR-5 was ",
  "this decision supersedes the a of ",
];
const PLACES = {
  text: (shape: string) => `# A\n\n${shape}`,
  title: (shape: string) => `# ${shape}x\n\nText.`,
  status: (shape: string) => `# A\n\n## Status\n\nSuperseded by ${shape}x`,
  "front matter": (shape: string) => `---\nstatus: ${shape}x\n---\n# A`,
  "a list in front matter": (shape: string) => `---\nsuperseded-by: [${shape}\n---\n# A`,
  "TOML front matter": (shape: string) => `+++\nstatus = ["${shape}x\n+++\n# A`,
};

describe.each(Object.entries(PLACES))("200 kB of one shape in %s", (_, place) => {
  test.each(SHAPES)("is read in time that grows with its length: %j", (shape) => {
    const text = place(shape.repeat(Math.ceil(200_000 / shape.length)));
    expectWithin(200, text);
  });
});
