import { randomUUID } from "node:crypto";
import {
  isInitializeRequest,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import type { ServerFactory } from "./create-server.ts";
import { OpenRequests } from "./open-requests.ts";

const MOST_SESSIONS = 256;
const IDLE_MS = 30 * 60 * 1000;

type Session = {
  transport: WebStandardStreamableHTTPServerTransport;
  requests: OpenRequests;
  lastUsed: number;
};

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

  async handle(request: Request, body: unknown): Promise<Response> {
    const id = request.headers.get("mcp-session-id");
    const options = body === undefined ? {} : { parsedBody: body };
    if (id !== null) {
      const session = this.#sessions.get(id);
      if (!session) return refusal(404, -32001, "Session not found");
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
    const transport = await this.#open();
    const response = await transport.handleRequest(request, options);
    if (transport.sessionId === undefined) await transport.close();
    return response;
  }

  async close(): Promise<void> {
    await Promise.allSettled(
      [...this.#sessions.values()].map(({ transport }) => transport.close()),
    );
  }

  async #open(): Promise<WebStandardStreamableHTTPServerTransport> {
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => {
        this.#sessions.set(id, { transport, requests, lastUsed: Date.now() });
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
    const surplus = oldestFirst.length - MOST_SESSIONS + 1;
    for (const [index, session] of oldestFirst.entries())
      if (index < surplus || Date.now() - session.lastUsed > IDLE_MS)
        void session.transport.close();
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
