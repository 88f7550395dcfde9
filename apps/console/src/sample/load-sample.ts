import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { Fleet } from "../servers/fleet.ts";
import type { ServerName } from "../servers/server-names.ts";
import { loadAudits } from "./load-audits.ts";
import { loadConversations } from "./load-conversations.ts";
import { loadMemory } from "./load-memory.ts";
import { loadReasoning } from "./load-reasoning.ts";
import { loadRuns } from "./load-runs.ts";
import { FLAWED_FILE } from "./sample-code.ts";

export type CallTool = <Result = unknown>(name: string, input: object) => Promise<Result>;

const PATIENCE_MS = 20_000;
const STEPS: readonly { server: ServerName; what: string; load(call: CallTool): Promise<void> }[] =
  [
    { server: "agent-memory", what: "Recording decisions", load: loadMemory },
    { server: "langbase-reasoning", what: "Thinking in trees and graphs", load: loadReasoning },
    { server: "orchestrator-resources", what: "Running graphs", load: loadRuns },
    { server: "converse", what: "Letting models answer", load: loadConversations },
    { server: "gan-audit", what: "Auditing code", load: loadAudits },
  ];

/** Fills the servers through their own tools. */
export async function loadSample(
  fleet: Fleet,
  folder: string,
  onStep: (step: string) => void,
): Promise<void> {
  mkdirSync(join(folder, "workspace"));
  writeFileSync(join(folder, "workspace", "list.js"), FLAWED_FILE);
  for (const { server, what, load } of STEPS) {
    onStep(what);
    const endpoint = await fleet.reach(server, PATIENCE_MS);
    if (endpoint === undefined) throw new Error(`${server} did not start.`);
    const client = new Client({ name: "faculties-console-sample", version: "1.0.0" });
    const transport = new StreamableHTTPClientTransport(
      new URL(`http://127.0.0.1:${endpoint.port}/mcp`),
      { requestInit: { headers: { authorization: `Bearer ${endpoint.token}` } } },
    );
    await client.connect(transport);
    try {
      await load(async (name, input) => {
        const result = await client.callTool({ name, arguments: { ...input } });
        if (result.isError) throw new Error(`${name}: ${JSON.stringify(result.content)}`);
        return result.structuredContent as never;
      });
    } finally {
      await client.close();
    }
  }
}
