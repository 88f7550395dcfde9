import { readFileSync } from "node:fs";
import { resultText, startRaw } from "@faculties/testkit";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, test } from "vitest";
import { ENTRY, startLocal } from "./start-reasoning.ts";

const fixture = "../../../packages/schemas/src/langbase-reasoning/contract.fixture.json";
const contract: object = JSON.parse(readFileSync(new URL(fixture, import.meta.url), "utf8"));
const tokensOf = (value: unknown) => countTokens(JSON.stringify(value));
const list = async (...args: string[]) => (await startLocal({ args })).listTools();

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
const told = [...readme.matchAll(/^\| `(\w+)` +\| +(\d+) \| +([\d,]+) \| +(\d+) % \|$/gm)].map(
  ([, set = "", tools, tokens = "", saved]) =>
    [
      set,
      { tools: Number(tools), tokens: Number(tokens.replace(",", "")), saved: Number(saved) },
    ] as const,
);

describe("the README's cost of the list", () => {
  const whole = Number(
    /^\| the default +\| +31 \| +([\d,]+) \|/m.exec(readme)?.[1]?.replace(",", ""),
  );

  test("is true of the default", async () => {
    expect(tokensOf({ tools: await list() })).toBe(whole);
    expect(told.map(([set]) => set)).toEqual([
      "core",
      "tree",
      "got",
      "detect",
      "decide",
      "presets",
      "search",
      "observe",
    ]);
  });

  test.each(told)("is true of %s", async (set, cost) => {
    const tools = await list("--toolsets", set);
    const tokens = tokensOf({ tools });
    const saved = Math.round(100 - (100 * tokens) / whole);
    expect({ tools: tools.length, tokens, saved }).toEqual(cost);
  });
});

describe("the list of tools", () => {
  test("is the contract's 28, one for long calls and two more, and costs at most 6,900 tokens", async () => {
    const tools = await list();
    expect(tools.map(({ name }) => name)).toEqual(
      ["job", ...Object.keys(contract), "reasoning_got_search", "reasoning_verify"].toSorted(),
    );
    expect(tokensOf({ tools })).toBeLessThanOrEqual(6_900);
  });

  test("costs at most 1,500 tokens for the core", async () => {
    const tools = await list("--toolsets", "core");
    expect(tools.map(({ name }) => name)).toEqual([
      "reasoning_auto",
      "reasoning_backtrack",
      "reasoning_checkpoint_create",
      "reasoning_checkpoint_list",
      "reasoning_divergent",
      "reasoning_linear",
      "reasoning_reflection",
      "reasoning_reflection_evaluate",
    ]);
    expect(tokensOf({ tools })).toBeLessThanOrEqual(1_500);
  });

  test.each([
    [["--toolsets", "tree,got,detect,decide,presets"], 22],
    [["--tools", "reasoning_export,reasoning_linear"], 2],
    [["--enable-observe"], 33],
    [["--read-only"], 4],
  ])("with %j has %d", async (args, count) => {
    expect(await list(...args)).toHaveLength(count);
  });

  test("a tool that is switched off says how to switch it on", async () => {
    const server = await startLocal();
    const result = await server.callError("reasoning_export", { session_id: "s" });
    expect(resultText(result)).toBe(
      "Error: reasoning_export is switched off. Start the server with --enable-observe.",
    );
  });
});

test("initialize and ping answer as the contract shows", async () => {
  const server = await startRaw({ entry: ENTRY, env: { PATH: "", LOG_LEVEL: "error" } });
  const clientInfo = { name: "claude-desktop", version: "1.0.0" };
  const answer = await server.request("initialize", {
    protocolVersion: "2024-11-05",
    capabilities: {},
    clientInfo,
  });
  expect(answer).toMatchObject({
    result: {
      protocolVersion: "2024-11-05",
      capabilities: { tools: { listChanged: false } },
      serverInfo: { name: "mcp-langbase-reasoning", version: "0.1.0" },
    },
  });
  expect(await server.request("ping")).toMatchObject({ result: {} });
});
