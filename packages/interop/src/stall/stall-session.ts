import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { startServer, temporaryHome } from "@faculties/testkit";
import type { Subject } from "../find-servers.mjs";
import { KnownIds } from "../fuzz/known-ids.ts";
import type { JsonSchema } from "../fuzz/json-schema.ts";
import type { CallableTool } from "./text-places.ts";

const METER = new URL("./stall-meter.mjs", import.meta.url);
const DEADLINE_MS = 60_000;

/** What makes a process write down how long its event loop stood still. */
export const meterEnvironment = (file: string) => ({
  NODE_OPTIONS: `--import ${METER.href}`,
  STALL_FILE: file,
});

/** The longest stall that was written down since the last look, in milliseconds; 0 where none was worth it. */
export async function longestStall(file: string): Promise<number> {
  const lines = await readFile(file, "utf8").catch(() => "");
  await rm(file, { force: true });
  return Math.max(0, ...lines.split("\n").map(Number));
}

export type StallSession = {
  tools: CallableTool[];
  /** Calls a tool, which may succeed or refuse, and tells how long the server stood still over it. */
  stallOf(tool: string, input: Record<string, unknown>): Promise<number>;
};

/** A server that is called by a real client, while it measures its own event loop. */
export async function startStallSession(subject: Subject): Promise<StallSession> {
  const { entry, args, env, examples } = subject;
  const home = await temporaryHome();
  const file = join(home.directory, "stalls");
  const server = await startServer({
    entry,
    args,
    home,
    env: { ...env, ...meterEnvironment(file) },
  });
  const known = new KnownIds();
  const call = async (tool: string, input: Record<string, unknown>) => {
    const filled = known.fill(input) as Record<string, unknown>;
    const { structuredContent } = await server.call(tool, filled, { timeout: DEADLINE_MS });
    // The meter has had its turn when this is answered.
    await server.client.ping();
    return structuredContent;
  };
  for (const example of examples) known.learn(await call(example.tool, example.arguments));
  const listed = await server.listTools();
  return {
    tools: listed.map(({ name, inputSchema }) => ({
      name,
      inputSchema: inputSchema as JsonSchema,
      examples: examples.filter(({ tool }) => tool === name).map((one) => one.arguments),
    })),
    async stallOf(tool, input) {
      await rm(file, { force: true });
      await call(tool, input);
      return longestStall(file);
    },
  };
}
