import fc from "fast-check";
import { expect, test } from "vitest";
import { parseRecord } from "./parse-record.ts";
import { renderRecord } from "./render-record.ts";

const line = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.constantFrom(
    "# A",
    "## Rationale",
    "## Consequences",
    "- item",
    "```",
    "---",
    "Status: accepted",
    "  indented",
    "a\u2028b",
  ),
);
const text = fc
  .array(line, { minLength: 1, maxLength: 6 })
  .map((lines) => lines.join("\n").replaceAll("\r", "").trim())
  .filter((written) => written !== "");

test("writes what parsing reads back", () => {
  fc.assert(
    fc.property(
      fc.record({
        title: text,
        target: text,
        rationale: text,
        consequences: fc.array(text, { maxLength: 3 }),
        status: fc.constantFrom("active", "superseded", "deprecated", "draft"),
        origin: fc.constantFrom("human", "agent"),
      }),
      (record) => {
        const rendered = renderRecord({
          ...record,
          id: "dec_1",
          createdAt: 1_700_000_000_000,
          supersedes: [{ name: "0001-a", title: "A" }],
          supersededBy: [],
          amends: [{ name: "0002-b", title: "B" }],
        });
        const { number: _, name: __, origin, ...parsed } = parseRecord("0003-c", rendered);
        expect({ ...parsed, origin: origin ?? "human" }).toEqual({
          ...record,
          id: "dec_1",
          date: 1_700_000_000_000,
          relations: [
            { kind: "supersedes", reference: "0001-a" },
            { kind: "amends", reference: "0002-b" },
          ],
          unclear: [],
        });
      },
    ),
  );
});

test("is a record that people and other tools can read", () => {
  const rendered = renderRecord({
    id: "dec_2",
    title: "Use Citus",
    target: "orders",
    rationale: "## Why\n\nIt shards.",
    consequences: ["One more service", "Two\nlines"],
    status: "superseded",
    origin: "agent",
    createdAt: Date.UTC(2026, 0, 2),
    supersedes: [{ name: "0001-one-database", title: "One database" }],
    supersededBy: [{ name: "0003-use-x", title: "Use X" }],
    amends: [],
  });
  expect(rendered).toBe(`---
agent-memory: 1
id: "dec_2"
title: "Use Citus"
target: "orders"
status: "superseded"
origin: "agent"
date: "2026-01-02T00:00:00.000Z"
supersedes: ["0001-one-database"]
superseded-by: ["0003-use-x"]
---

# Use Citus [via MCP]

## Status

Superseded by [Use X](0003-use-x.md)

Supersedes [One database](0001-one-database.md)

## Rationale

#### Why

It shards.

## Consequences

- One more service
- Two
  lines
`);
});
