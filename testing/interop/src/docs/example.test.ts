import { describe, expect, test } from "vitest";
import { elide } from "./elide.ts";
import { readExamples, replaceAnswers } from "./example.ts";
import { type Bindings, fillPlaceholders, putPlaceholders } from "./placeholders.ts";
import { printJson } from "./print-json.ts";

const PAGE = `Before.

\`\`\`json call greet until state.name=ready
{ "name": "Kim" }
\`\`\`

\`\`\`json answer
{ "old": true }
\`\`\`

Between, \`\`\`json call nothing\`\`\` is no block.

\`\`\`\`json call think
{ "thought": "\`\`\`js\\n1\\n\`\`\`" }
\`\`\`\`

After.
`;

describe("the examples of a page", () => {
  test("are read in order, with fences of any length, with or without an answer", () => {
    expect(readExamples(PAGE)).toEqual([
      {
        tool: "greet",
        arguments: { name: "Kim" },
        answer: { old: true },
        until: { path: ["state", "name"], value: "ready" },
      },
      { tool: "think", arguments: { thought: "```js\n1\n```" }, answer: null },
    ]);
  });

  test("get their answers without a change to anything else", () => {
    const page = replaceAnswers(PAGE, [{ greeting: "$& Kim" }, [1]]);
    expect(readExamples(page).map(({ answer }) => answer)).toEqual([{ greeting: "$& Kim" }, [1]]);
    expect(page.replaceAll(/\n```json answer\n.*?\n```\n/gs, "")).toBe(
      PAGE.replaceAll(/\n```json answer\n.*?\n```\n/gs, ""),
    );
  });
});

describe("what a page leaves out", () => {
  test.each([
    ["the rest of a list", [1, 2, 3], [0, "…"], [1, "…"]],
    ["nothing when the list has no rest", [1], [0, "…"], [1]],
    ["other fields", { a: 1, b: 2 }, { a: 0, "…": "…" }, { a: 1, "…": "…" }],
    [
      "what lies deeper",
      [{ a: 1, b: { c: 1 } }],
      [{ b: 0, "…": "…" }],
      [{ b: { c: 1 }, "…": "…" }],
    ],
    ["nothing unless it says so", { a: 1, b: [2] }, { a: 0 }, { a: 1, b: [2] }],
    ["nothing of another kind", { a: 1 }, ["…"], { a: 1 }],
  ])("is %s", (_, answer, shown, expected) => {
    expect(elide(answer, shown)).toEqual(expected);
  });
});

describe("placeholders", () => {
  test("stand for identifiers by prefix or field, the same wherever they stand", () => {
    const bindings: Bindings = new Map([["project", "/tmp/shop"]]);
    const uuid = "0198c0de-1234-4abc-8def-0123456789ab";
    const answer = {
      run_id: "run_KGyyVJZU7FrGf-_6",
      uri: "sc://runs/run_KGyyVJZU7FrGf-_6/events",
      root_node_id: uuid,
      branches: [{ id: "0198c0de-1234-4abc-8def-0123456789ac" }],
      file: "/tmp/shop/deliver.js",
      tool: "reasoning_detect_fallacies",
      pipe: "linear-reasoning-v1",
    };
    const shown = {
      run_id: "<run-1>",
      uri: "sc://runs/<run-1>/events",
      root_node_id: "<node-1>",
      branches: [{ id: "<branch-1>" }],
      file: "<project>/deliver.js",
      tool: "reasoning_detect_fallacies",
      pipe: "linear-reasoning-v1",
    };
    expect(putPlaceholders(answer, bindings)).toEqual(shown);
    expect(fillPlaceholders(shown, bindings)).toEqual(answer);
    expect(fillPlaceholders("<run-2> <b>", bindings)).toBe("<run-2> <b>");
  });

  test("stand for times and measured durations, not for settings", () => {
    const answer = {
      at: "2026-11-16T14:00:00.000Z",
      ts: 1_780_000_000_000,
      latency_ms: { p50: 1 },
      response_time: 3,
      timeout_ms: 60_000,
      duration: 12,
      pid: 7,
      score: 0.6874999999999999,
    };
    expect(putPlaceholders(answer, new Map())).toEqual({
      at: "<time>",
      ts: "<time>",
      latency_ms: { p50: "<ms>" },
      response_time: "<ms>",
      timeout_ms: 60_000,
      duration: 12,
      pid: "<pid>",
      score: 0.6875,
    });
  });
});

describe("printed JSON", () => {
  test("has on one line what fits, and says the same", () => {
    const value = { short: { a: 1, b: [] }, long: Array.from({ length: 3 }, () => "x".repeat(40)) };
    expect(printJson(value).split("\n")[1]).toBe('  "short": { "a": 1, "b": [] },');
    expect(JSON.parse(printJson(value))).toEqual(value);
    expect(
      Math.max(
        ...printJson(value)
          .split("\n")
          .map((line) => line.length),
      ),
    ).toBeLessThan(101);
  });
});
