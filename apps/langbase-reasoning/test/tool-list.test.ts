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
    /^\| the default +\| +28 \| +([\d,]+) \|/m.exec(readme)?.[1]?.replace(",", ""),
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
