import { readFileSync } from "node:fs";
import { runProgram } from "@faculties/testkit";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { expect, test } from "vitest";
import { TOGGLES } from "../src/modules/toggles.ts";
import { entry } from "./support/start.ts";

type Described = { name: string; description: string; inputSchema: object; toolset: string };

/** The part of each tool that the model sees. */
async function toolsOf(...args: string[]): Promise<(Described & { tokens: number })[]> {
  const { stdout } = await runProgram({ entry, args: ["describe", ...args] });
  const { tools } = JSON.parse(stdout) as { tools: Described[] };
  return tools.map((tool) => {
    const { name, description, inputSchema } = tool;
    return { ...tool, tokens: countTokens(JSON.stringify({ name, description, inputSchema })) };
  });
}

const total = (tools: readonly { tokens: number }[]) =>
  tools.reduce((sum, { tokens }) => sum + tokens, 0);

test("a tool costs at most 195 tokens on average", async () => {
  for (const args of [["--enable-all"], ["--enable-blackboard"], ["--enable-resources"]]) {
    const tools = await toolsOf(...args);
    expect(total(tools) / tools.length).toBeLessThanOrEqual(195);
  }
});

test("the README tells what each set costs", async () => {
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  const tools = await toolsOf("--enable-all");
  const number = (value: number) => value.toLocaleString("en-US");
  const told = Object.fromEntries(
    [...readme.matchAll(/^\| `--enable-([\w-]+)`\s*\| (\S+)\s*\|\s*(\d+) \|\s*([\d,]+) \|$/gm)].map(
      ([, flag, set, count, tokens]) => [flag, [set, Number(count), tokens]],
    ),
  );
  const measured = Object.values(TOGGLES).flatMap(({ flag, namespace }) => {
    const own = tools.filter(({ toolset }) => toolset === namespace);
    return own.length === 0
      ? []
      : [[flag, [`\`${namespace}\``, own.length, number(total(own))]] as const];
  });
  const all = ["all", ["all", tools.length, number(total(tools))]] as const;
  expect(told).toEqual(Object.fromEntries([...measured, all]));
});
