import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runProgram, startServer, temporaryHome, type TestServer } from "@faculties/testkit";
import { describe, expect, test } from "vitest";

type Entry = { command: string; args: string[]; env?: Record<string, string> };

const built = (app: string): string =>
  fileURLToPath(new URL(`../../../apps/${app}/dist/main.mjs`, import.meta.url));

/** Starts a server as `faculties add <server>` configures it in this clone. */
async function startAsAdded(name: string): Promise<TestServer> {
  const home = await temporaryHome();
  const added = await runProgram({
    entry: built("cli"),
    home,
    args: ["add", name, "--client", "cursor", "--yes", "--no-check"],
  });
  expect(added.code).toBe(0);
  const text = await readFile(join(home.directory, ".cursor/mcp.json"), "utf8");
  const { mcpServers } = JSON.parse(text) as { mcpServers: Record<string, Entry> };
  const { args, env = {} } = mcpServers[name] as Entry;
  const [entry = "", ...flags] = args;
  return startServer({ entry, args: flags, env, home });
}

describe("a server that faculties added does its work", () => {
  test("agent-memory records two decisions in one turn and finds them", async () => {
    const memory = await startAsAdded("agent-memory");
    const decide = (target: string) =>
      memory.callOk("record_decision", {
        target,
        title: `Use PostgreSQL for the ${target}`,
        rationale: "One database is enough for us and our hosts.",
      });
    await Promise.all([decide("storage"), decide("queue")]);
    const { results } = await memory.callOk<{ results: unknown[] }>("search_decisions", {
      query: "PostgreSQL",
    });
    expect(results).toHaveLength(2);
  });

  test("gan-audit audits code", async () => {
    const audit = await startAsAdded("gan-audit");
    const answer = await audit.callOk<{ gan?: { verdict: string } }>("sequentialthinking", {
      thought:
        '```js\nimport { exec } from "node:child_process";\nexport const list = (req) => exec("ls " + req.query.folder);\n```',
      nextThoughtNeeded: false,
      thoughtNumber: 1,
      totalThoughts: 1,
    });
    expect(answer.gan?.verdict).toBe("reject");
  });

  test("orchestrator-resources runs a plan", async () => {
    const runs = await startAsAdded("orchestrator-resources");
    await runs.callOk("graph_create", {
      graph_id: "g",
      name: "g",
      nodes: [
        { id: "note", attributes: { kind: "bb_set", key: "build:state", value: "done" } },
        { id: "end" },
      ],
      edges: [{ from: "note", to: "end" }],
    });
    const { run_id } = await runs.callOk<{ run_id: string }>("plan_run", { graph_id: "g" });
    const joined = await runs.callOk("plan_join", { run_ids: [run_id] });
    expect(joined).toMatchObject({ runs: [{ state: "succeeded" }] });
  });
});
