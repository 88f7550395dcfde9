import { existsSync } from "node:fs";
import { join } from "node:path";
import { withDeadline } from "@faculties/std";
import { type JsonRpcMessage, startRaw, temporaryHome } from "@faculties/testkit";
import type { Subject } from "../find-servers.mjs";
import { breachesIn, hiddenTextIn, leaksIn } from "./breaches-in.ts";
import type { JsonSchema } from "./json-schema.ts";
import { KnownIds } from "./known-ids.ts";

type PublishedTool = { name: string; inputSchema: JsonSchema; examples: unknown[] };

export type FuzzSession = {
  tools: readonly PublishedTool[];
  /** Calls a tool with these arguments and throws when the answer breaks a promise. */
  attack(tool: string, input: unknown): Promise<void>;
  attackWithJson(tool: string, json: string): Promise<void>;
  /** Asks for a resource and throws when the answer breaks a promise. */
  attackResource(uri: string): Promise<void>;
  /** Templates of URIs; none where the server has no resources. */
  uriTemplates: readonly string[];
  /** Faults outside the answers: on stdout, in the log, with the process. */
  complaints(): Promise<string[]>;
  end(): Promise<void>;
};

const START_MS = 20_000;
const DEADLINE_MS = 10_000;
const SHOWN = 2_000;
const unexpected = /failed unexpectedly|work in the background failed|unhandled|FATAL/i;

const handshake = {
  protocolVersion: "2025-11-25",
  capabilities: {},
  clientInfo: { name: "fuzz", version: "1.0.0" },
};

/** A server on stdio that is called without a client in between, which would refuse half of the inputs. */
export async function startFuzzSession(subject: Subject): Promise<FuzzSession> {
  const { entry, args, env, examples } = subject;
  const home = await temporaryHome();
  const server = await startRaw({ entry, args, env: { ...env, LOG_LEVEL: "error" }, home });
  const { result: welcome } = await server.request("initialize", handshake, START_MS);
  const { resources } = (welcome?.["capabilities"] ?? {}) as { resources?: object };
  await server.send({ jsonrpc: "2.0", method: "notifications/initialized" });
  const { result } = await server.request("tools/list");
  const listed = resources && (await server.request("resources/templates/list")).result;
  const known = new KnownIds();
  let lastId = 0;
  let read = 0;

  async function call(tool: string, input: string): Promise<JsonRpcMessage> {
    lastId += 1;
    const id = lastId;
    await server.send(
      `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":${JSON.stringify(tool)},"arguments":${input}}}\n`,
    );
    return server.answerTo(id, DEADLINE_MS);
  }

  async function attackWithJson(tool: string, json: string): Promise<void> {
    const answer = await call(tool, json);
    insist(breachesIn(answer, json), json, answer);
    if (answer.result?.["isError"] !== true) known.learn(answer.result?.["structuredContent"]);
  }

  const attack = (tool: string, input: unknown) =>
    attackWithJson(tool, JSON.stringify(known.fill(input)));
  for (const example of examples) await attack(example.tool, example.arguments);

  return {
    tools: (result as { tools: PublishedTool[] }).tools.map((tool) => ({
      ...tool,
      examples: examples.filter((one) => one.tool === tool.name).map((one) => one.arguments),
    })),
    attack,
    attackWithJson,
    uriTemplates: ((listed?.["resourceTemplates"] ?? []) as { uriTemplate: string }[]).map(
      ({ uriTemplate }) => uriTemplate,
    ),
    async attackResource(uri) {
      const answer = await server.request("resources/read", { uri }, DEADLINE_MS);
      const leaks = answer.error ? leaksIn(JSON.stringify(answer.error)) : [];
      insist([...leaks, ...hiddenTextIn(answer.error ?? answer.result)], uri, answer);
    },
    async complaints() {
      const alive = await withDeadline(server.request("ping"), DEADLINE_MS, () => undefined);
      const log = server.stderr();
      const lines = log.slice(read).split("\n");
      read = log.length;
      return [
        ...(alive?.result ? [] : ["It does not answer a ping."]),
        ...(existsSync(join(home.directory, "injected")) ? ["It ran an injected command."] : []),
        ...server.violations.map((line) => `No JSON-RPC on stdout: ${line.slice(0, SHOWN)}`),
        ...lines.filter((line) => unexpected.test(line)).map((line) => line.slice(0, SHOWN)),
      ];
    },
    async end() {
      await server.end();
    },
  };
}

function insist(breaches: readonly string[], sent: string, answer: JsonRpcMessage): void {
  if (breaches.length === 0) return;
  const [asked, got] = [sent, JSON.stringify(answer)].map((text) => text.slice(0, SHOWN));
  throw new Error(`${breaches.join(" ")}\nsent: ${asked}\ngot: ${got}`);
}
