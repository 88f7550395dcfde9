import type { Client, Tool } from "@modelcontextprotocol/client";
import { errorSentence } from "../domain/error-sentence.ts";
import type { ServerName } from "../servers.ts";

export type { Tool };
export type ToolResult = { isError: boolean; text: string; structured: unknown };
export type Listed = {
  uri: string;
  name: string;
  title?: string;
  description?: string;
  /** When it last changed, where the server says so. */
  lastModified?: string | undefined;
};

type Connection = { client: Client; heard: Set<(uri: string | undefined) => void> };

/** Requests stand alone in this version, so that a server that was started again is simply asked again. */
const PROTOCOL = "2026-07-28";
const connections = new Map<ServerName, Promise<Connection>>();

/** The client of a server, connected when first needed. */
function connect(server: ServerName): Promise<Connection> {
  const known = connections.get(server);
  if (known) return known;
  const opening = open(server);
  connections.set(server, opening);
  opening.catch(() => connections.delete(server));
  return opening;
}

async function open(server: ServerName): Promise<Connection> {
  // Larger than the rest of the page, which is drawn meanwhile.
  const { Client, StreamableHTTPClientTransport } = await import("@modelcontextprotocol/client");
  const client = new Client(
    { name: "faculties-console", version: "1.0.0" },
    { versionNegotiation: { mode: { pin: PROTOCOL } } },
  );
  const heard: Connection["heard"] = new Set();
  client.setNotificationHandler("notifications/resources/updated", ({ params }) => {
    for (const listener of heard) listener(params.uri);
  });
  client.setNotificationHandler("notifications/resources/list_changed", () => {
    for (const listener of heard) listener(undefined);
  });
  await client.connect(new StreamableHTTPClientTransport(new URL(`/${server}/mcp`, location.href)));
  return { client, heard };
}

export async function listTools(server: ServerName): Promise<Tool[]> {
  const { client } = await connect(server);
  return (await client.listTools()).tools;
}

const NO_TIMEOUT = { timeout: 2 ** 31 - 1 };

export async function callTool(
  server: ServerName,
  name: string,
  input: Record<string, unknown> = {},
  signal?: AbortSignal,
): Promise<ToolResult> {
  const { client } = await connect(server);
  const result = await client.callTool(
    { name, arguments: input },
    { ...NO_TIMEOUT, ...(signal && { signal }) },
  );
  const text = result.content
    .flatMap((item) => (item.type === "text" ? [item.text] : []))
    .join("\n");
  return { isError: result.isError === true, text, structured: result.structuredContent };
}

/** The structured result of a call that must succeed. */
export async function call<Result>(
  server: ServerName,
  name: string,
  input: Record<string, unknown> = {},
): Promise<Result> {
  const { isError, text, structured } = await callTool(server, name, input);
  if (isError) throw new Error(errorSentence(structured, text));
  return structured as Result;
}

export async function readJson<Content>(server: ServerName, uri: string): Promise<Content> {
  const { client } = await connect(server);
  const { contents } = await client.readResource({ uri }, { cacheMode: "bypass" });
  const [first] = contents;
  return JSON.parse(first && "text" in first ? first.text : "null") as Content;
}

const MOST_LISTED = 5_000;

/** The resources of a server at addresses that begin so; others are its own descriptions and skills. */
export async function listResources(server: ServerName, prefix: string): Promise<Listed[]> {
  const { client } = await connect(server);
  const found: Listed[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.listResources(cursor === undefined ? {} : { cursor }, {
      cacheMode: "bypass",
    });
    found.push(
      ...page.resources.map((resource) => ({
        ...(resource as Listed),
        lastModified: resource.annotations?.lastModified,
      })),
    );
    cursor = page.nextCursor;
  } while (cursor !== undefined && found.length < MOST_LISTED);
  return found.filter(({ uri }) => uri.startsWith(prefix));
}

/** Tells of changes of these resources until the signal aborts; the server pushes them. */
export async function follow(
  server: ServerName,
  uris: readonly string[],
  changed: (uri: string | undefined) => void,
  signal: AbortSignal,
): Promise<"ended"> {
  const { client, heard } = await connect(server);
  signal.throwIfAborted();
  heard.add(changed);
  try {
    const subscription = await client.listen(
      { resourceSubscriptions: [...uris], resourcesListChanged: true },
      { signal },
    );
    signal.addEventListener("abort", () => void subscription.close(), { once: true });
    await subscription.closed;
  } finally {
    heard.delete(changed);
  }
  return "ended";
}
