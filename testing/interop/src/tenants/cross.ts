import type { HttpConnection } from "@faculties/testkit";
import fc from "fast-check";
import { findServers } from "../find-servers.mjs";
import type { JsonSchema } from "../fuzz/json-schema.ts";
import { KnownIds } from "../fuzz/known-ids.ts";
import { validValue } from "../fuzz/valid-value.ts";
import { listUris } from "./start-shared.ts";

type Client = HttpConnection<"2026">;
type Input = Record<string, unknown>;

const SEED = 20_260_728;
const TRIES_PER_TOOL = 2;
/** Texts of people, which a server neither interprets nor uses as a name. */
const words =
  /^(name|title|rationale|content|question|problem|hypothesis|description|claim|topic|thought|label|summary|prompt)$/;

/** Has a tenant use a server as its examples show, with a mark in every text; tells its ids and which tools show the mark. */
export async function leaveTraces(server: string, client: Client, mark: string) {
  const known = new KnownIds();
  const shown: string[] = [];
  for (const { tool, arguments: example } of examplesOf(server)) {
    const result = await client.call(tool, marked(known.fill(example), mark) as Input);
    if (result.isError !== true) known.learn(result.structuredContent);
    if (JSON.stringify(result).includes(mark)) shown.push(tool);
  }
  known.learn({ uri: await listUris(client) });
  return { known, shown };
}

/** Has a tenant call every tool with those ids; tells whose answers have the mark in them. */
export async function tryEveryTool(server: string, client: Client, known: KnownIds, mark: string) {
  const examples = examplesOf(server);
  const shown: string[] = [];
  const tools = await client.listTools();
  for (const { name, inputSchema } of tools) {
    const generated = fc.sample(validValue(inputSchema as JsonSchema), {
      seed: SEED,
      numRuns: TRIES_PER_TOOL,
    });
    const given = examples.filter(({ tool }) => tool === name).map((one) => one.arguments);
    const inputs = [...given, ...generated].map((input) => known.fill(input) as Input);
    const answers = await Promise.all(inputs.map((input) => answerOf(client, name, input)));
    if (answers.some((answer) => answer.includes(mark))) shown.push(name);
  }
  return { tools: tools.length, shown };
}

async function answerOf(client: Client, tool: string, input: Input): Promise<string> {
  return client.call(tool, input).then(
    (result) => JSON.stringify(result),
    (error: unknown) => String(error),
  );
}

function examplesOf(server: string) {
  return findServers().find(({ name }) => name === server)?.examples ?? [];
}

function marked(value: unknown, mark: string, key = ""): unknown {
  if (typeof value === "string") return words.test(key) ? `${value} ${mark}` : value;
  if (Array.isArray(value)) return value.map((item) => marked(item, mark, key));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, marked(item, mark, name)]),
  );
}
