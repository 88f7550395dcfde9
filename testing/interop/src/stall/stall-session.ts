import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { startServer, temporaryHome } from "@faculties/testkit";
import type { Subject } from "../find-servers.mjs";
import type { JsonSchema } from "../fuzz/json-schema.ts";
import { KnownIds } from "../fuzz/known-ids.ts";
import type { CallableTool } from "./text-places.ts";

type Input = Record<string, unknown>;

const METER = new URL("./stall-meter.mjs", import.meta.url);
const DEADLINE_MS = 60_000;

/** Makes a program write down into a file how long its event loop stood still. */
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
  stallOf(tool: string, input: Input): Promise<number>;
};

/** A server that is called by a real client while it measures its own event loop. */
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
  const call = async (tool: string, input: Input) => {
    const filled = known.fill(input) as Input;
    const { structuredContent } = await server.call(tool, filled, { timeout: DEADLINE_MS });
    known.learn(structuredContent);
  };
  for (const example of examples) await call(example.tool, example.arguments);
  const listed = await server.listTools();
  let count = 0;
  return {
    tools: listed.map(({ name, inputSchema }) => ({
      name,
      inputSchema: inputSchema as JsonSchema,
      examples: examples.filter(({ tool }) => tool === name).map((one) => one.arguments),
    })),
    async stallOf(tool, input) {
      count += 1;
      const prepared = await prepare(tool, input, `target ${count}`, call);
      await longestStall(file);
      await call(tool, prepared);
      // The meter has had its turn when this is answered.
      await server.client.ping();
      return longestStall(file);
    },
  };
}

/** A target takes one decision, and only one that is in force can be replaced: without this most calls end there. */
async function prepare(
  tool: string,
  input: Input,
  target: string,
  call: (tool: string, input: Input) => Promise<void>,
): Promise<Input> {
  if (tool !== "record_decision" && tool !== "supersede_decision") return input;
  const isLong = String(input["target"]).length > target.length * 10;
  const decision = { title: "Use it", target, rationale: "It has been good enough so far" };
  if (tool === "supersede_decision") await call("record_decision", decision);
  return isLong ? input : { ...input, target };
}
