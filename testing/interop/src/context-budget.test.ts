import { readFileSync } from "node:fs";
import { runProgram, startServer } from "@faculties/testkit";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, test } from "vitest";
import { findServers } from "./find-servers.mjs";

type Budget = {
  perTool: number;
  perServer: number;
  tools: Record<string, number>;
  servers: Record<string, number>;
};
type Published = { name: string; description?: string | undefined; inputSchema: object };

const file = new URL("../context-budget.json", import.meta.url);
const budget: Budget = JSON.parse(readFileSync(file, "utf8"));

/** The text that a client passes on to its model. */
function seen({ name, description, inputSchema }: Published) {
  return { name, description, inputSchema };
}

function tokensOf(value: unknown): number {
  return countTokens(JSON.stringify(value));
}

// The default lists: the flags that switch further families of tools on are left out.
const servers = await Promise.all(
  findServers().map(async ({ name, entry, env }) => {
    const { stdout } = await runProgram({ entry, env, args: ["describe"] });
    const described: { tools: (Published & { toolset: string | null })[] } = JSON.parse(stdout);
    const server = await startServer({ entry, env });
    return { name, tools: await server.listTools(), sets: toolsetsOf(described.tools) };
  }),
);

function toolsetsOf(tools: readonly (Published & { toolset: string | null })[]) {
  const sets = new Map<string, Published[]>();
  for (const tool of tools)
    if (tool.toolset !== null) sets.set(tool.toolset, [...(sets.get(tool.toolset) ?? []), tool]);
  return sets;
}

describe.each(servers)("the tools of $name", ({ name, tools, sets }) => {
  test("cost the model no more than the server's budget, all together and set by set", () => {
    expect(tokensOf(tools.map(seen))).toBeLessThanOrEqual(budget.servers[name] ?? budget.perServer);
    for (const [set, own] of sets)
      expect([set, tokensOf(own.map(seen)) <= budget.perServer]).toEqual([set, true]);
  });

  test.each(tools)("$name costs no more than a tool's budget", (tool) => {
    expect(tokensOf(seen(tool))).toBeLessThanOrEqual(budget.tools[tool.name] ?? budget.perTool);
  });
});

test("nothing is excepted that need not be", () => {
  const costs = new Map(
    servers.flatMap(({ tools }) => tools.map((tool) => [tool.name, tokensOf(seen(tool))] as const)),
  );
  const needless = Object.keys(budget.tools).filter(
    (name) => (costs.get(name) ?? 0) <= budget.perTool,
  );
  expect(needless).toEqual([]);
});
