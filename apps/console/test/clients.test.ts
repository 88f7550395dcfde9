import { describe, expect, inject, test } from "vitest";
import { reachConsole } from "./support/reach-console.ts";
import { startConsole } from "./support/start-console.ts";

const empty = reachConsole(inject("empty"));

describe("clients of the user", () => {
  test("reach every server through the console, and see what it may do", async () => {
    for (const [server, tool] of [
      ["agent-memory", "reject_proposal"],
      ["langbase-reasoning", "reasoning_export"],
      ["orchestrator-resources", "plan_pause"],
      ["converse", "consensus"],
      ["gan-audit", "sequentialthinking"],
    ] as const) {
      const client = await empty.connect(server);
      expect((await client.listTools()).tools.map(({ name }) => name)).toContain(tool);
      await client.close();
    }
  });

  test("see only tools that change nothing when the console is for viewers", async () => {
    const viewers = await startConsole({ args: ["--role", "viewer"] });
    const client = await viewers.connect("agent-memory");
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([
      "get_decision",
      "search_decisions",
    ]);
    await client.close();
    await viewers.stop();
  });
});
