import { randomUUID } from "node:crypto";
import {
  isInitializeRequest,
  type JSONRPCMessage,
  type RequestId,
  type Transport,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import type { ServerFactory } from "../protocol/create-server.ts";

const MOST_SESSIONS = 256;
const IDLE_MS = 30 * 60 * 1000;

type Session = {
  transport: WebStandardStreamableHTTPServerTransport;
  requests: OpenRequests;
  owner: string;
  /** The person who opened it, where callers have names: nobody else may use it. */
  subject: string | undefined;
  lastUsed: number;
};

type Opener = { owner: string; subject: string | undefined };

/**
 * Sessions of 2025-era clients, each with a server of its own, so that cancelling, progress and subscriptions
 * work for them over HTTP too. 2026-07-28 needs none: every request stands alone.
 */
export class HttpSessions {
  readonly #factory: ServerFactory;
  readonly #sessions = new Map<string, Session>();

  constructor(factory: ServerFactory) {
    this.#factory = factory;
  }

  get size(): number {
    return this.#sessions.size;
  }

  /** `owner` is the caller as far as it is known: a tenant or an address. */
  async handle(request: Request, body: unknown, opener: Opener): Promise<Response> {
    const id = request.headers.get("mcp-session-id");
    const options = body === undefined ? {} : { parsedBody: body };
    if (id !== null) {
      const session = this.#sessions.get(id);
      if (session?.subject !== opener.subject || !session)
        return refusal(404, -32001, "Session not found");
      session.lastUsed = Date.now();
      return forward(session, request, body);
    }
    if (!isInitializeRequest(body))
      return refusal(
        400,
        -32000,
        "Bad Request: Mcp-Session-Id header is required after a valid initialize request",
      );
    this.#makeRoom();
    const transport = await this.#open(opener);
    const response = await transport.handleRequest(request, options);
    if (transport.sessionId === undefined) await transport.close();
    return response;
  }

  async close(): Promise<void> {
    await Promise.allSettled(
      [...this.#sessions.values()].map(({ transport }) => transport.close()),
    );
  }

  async #open({ owner, subject }: Opener): Promise<WebStandardStreamableHTTPServerTransport> {
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => {
        this.#sessions.set(id, { transport, requests, owner, subject, lastUsed: Date.now() });
      },
    });
    const requests = new OpenRequests(transport);
    const server = this.#factory("push");
    await server.connect(transport);
    const { onclose } = transport;
    transport.onclose = () => {
      onclose?.();
      if (transport.sessionId !== undefined) this.#sessions.delete(transport.sessionId);
    };
    return transport;
  }

  #makeRoom(): void {
    const oldestFirst = [...this.#sessions.values()].toSorted((a, b) => a.lastUsed - b.lastUsed);
    const idle = oldestFirst.filter(({ lastUsed }) => Date.now() - lastUsed > IDLE_MS);
    for (const { transport } of idle) void transport.close();
    if (oldestFirst.length - idle.length < MOST_SESSIONS) return;
    const greediest = mostFrequent(oldestFirst.map(({ owner }) => owner));
    void oldestFirst.find(({ owner }) => owner === greediest)?.transport.close();
  }
}

async function forward(
  { transport, requests }: Session,
  request: Request,
  body: unknown,
): Promise<Response> {
  if (body === undefined) return transport.handleRequest(request);
  if (requests.open(body) !== undefined)
    return refusal(400, -32600, "A request with this id is still running. Give each one its own.");
  const response = await transport.handleRequest(request, { parsedBody: body });
  if (response.status !== 200) requests.forget(body);
  return response;
}

function refusal(status: number, code: number, message: string): Response {
  return Response.json({ jsonrpc: "2.0", id: null, error: { code, message } }, { status });
}

function mostFrequent(owners: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const owner of owners) counts.set(owner, (counts.get(owner) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0];
}

/**
 * The requests of one HTTP session that wait for their answers. The SDK finds the stream of an answer by the request's id:
 * of two requests with one id, the first would wait for ever.
 */
class OpenRequests {
  readonly #ids = new Set<RequestId>();

  constructor(transport: Transport) {
    const send = transport.send.bind(transport);
    transport.send = (message, options) => {
      if (!("method" in message) && message.id !== undefined) this.#ids.delete(message.id);
      return send(message, options);
    };
  }

  /** Opens the requests of a body; gives back an id that is open already, and opens none then. */
  open(body: unknown): RequestId | undefined {
    const messages = [body].flat() as JSONRPCMessage[];
    const ids = requestIds(messages);
    const taken = ids.find((id, at) => this.#ids.has(id) || ids.indexOf(id) !== at);
    if (taken !== undefined) return taken;
    for (const id of ids) this.#ids.add(id);
    // A cancelled request is not answered.
    for (const message of messages)
      if ("method" in message && message.method === "notifications/cancelled")
        this.#ids.delete(message.params?.["requestId"] as RequestId);
    return undefined;
  }

  /** Takes back what was opened for a body that was refused. */
  forget(body: unknown): void {
    for (const id of requestIds([body].flat() as JSONRPCMessage[])) this.#ids.delete(id);
  }
}

function requestIds(messages: readonly (JSONRPCMessage | undefined)[]): RequestId[] {
  return messages.flatMap((message) =>
    message && "method" in message && "id" in message ? [message.id] : [],
  );
}
