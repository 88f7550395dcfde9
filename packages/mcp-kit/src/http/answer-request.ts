import type { IncomingMessage, ServerResponse } from "node:http";
import { parseJson } from "../protocol/check-message.ts";
import { type BodyRefusal, readBody } from "./body.ts";
import type { Caller, Source } from "./caller.ts";
import type { HttpCapacity } from "./capacity.ts";
import type { HandlerPool } from "./handler.ts";
import type { Scope } from "./oauth/claims.ts";
import { type HttpRefusal, tooMany } from "./refusal.ts";

const METHODS = ["GET", "POST", "DELETE"];

type Admitted = { request: IncomingMessage; response: ServerResponse; source: Source };

type AnswerSettings = {
  pool: HandlerPool;
  capacity: HttpCapacity;
  maxInputBytes: number;
  chargeBytes(source: Source, bytes: number): void;
  refuseScope?: ((scope: Scope) => HttpRefusal) | undefined;
};

/** Answers an admitted request to `/mcp`, within its caller's share of everything; or says why it does not. */
export async function answerRequest(
  { request, response, source }: Admitted,
  { tenant, subject, scopes }: Caller,
  { pool, capacity, maxInputBytes, chargeBytes, refuseScope }: AnswerSettings,
): Promise<HttpRefusal | undefined> {
  const { requests, streams, bodies: memories, queue } = capacity;
  const whenOver = (release: () => void) => {
    // A client that has left meanwhile closed the response before anybody listened.
    if (response.destroyed) release();
    else response.once("close", release);
  };
  if (!METHODS.includes(request.method ?? "")) return WRONG_METHOD;
  const encoding = request.headers["content-encoding"];
  if (encoding !== undefined && encoding !== "identity") return ENCODED;

  let json: { value: unknown } | undefined;
  if (request.method === "POST") {
    const onBytes = (bytes: number) => chargeBytes(source, bytes);
    const limits = { maxBytes: maxInputBytes, memories, source, onBytes };
    const read = await readBody(request, limits);
    if ("refusal" in read) return refusedBody(read.refusal, maxInputBytes);
    whenOver(read.memory.release);
    whenOver(await queue.enter(source.key));
    json = parseJson(read.body);
    if (!json) return NOT_JSON;
  } else whenOver(await queue.enter(source.key));
  if (response.destroyed) return undefined;

  if (request.method === "GET" || isListen(json?.value)) {
    const stream = streams.take(source);
    if (typeof stream === "string") return tooMany("streams", stream, "streams open");
    whenOver(stream);
  }
  const lease = await pool.acquire(tenant);
  if (!lease) return TOO_MANY_TENANTS;
  whenOver(lease.release);
  const missing = scopes && missingScope(scopes, json?.value, lease.handler.readOnlyTools);
  if (missing !== undefined && refuseScope) return refuseScope(missing);
  // Calls of clients that have left may still run, and hold no connection any more.
  if (startsCalls(json?.value) && lease.handler.inFlight.size >= 2 * requests.limitOf(source))
    return tooMany("calls", "share", "calls running");
  const gone = new AbortController();
  whenOver(() => gone.abort());
  const webRequest = toWebRequest(request, gone.signal);
  const { key } = source;
  const handled = await lease.handler.handle(webRequest, json?.value, {
    gone: gone.signal,
    key,
    subject,
  });
  await sendWebResponse(handled, response);
  return undefined;
}

/** The scope that a message needs and its caller has not. */
function missingScope(
  scopes: ReadonlySet<Scope>,
  body: unknown,
  readOnlyTools: ReadonlySet<string>,
): Scope | undefined {
  if (!scopes.has("read")) return "read";
  const changes = [body].flat().some((message) => {
    const { method, params } = (message ?? {}) as { method?: unknown; params?: { name?: unknown } };
    return method === "tools/call" && !readOnlyTools.has(String(params?.name));
  });
  return changes && !scopes.has("write") ? "write" : undefined;
}

function isListen(message: unknown): boolean {
  return (message as { method?: unknown } | undefined | null)?.method === "subscriptions/listen";
}

function startsCalls(message: unknown): boolean {
  const { method } = (message ?? {}) as { method?: unknown };
  return Array.isArray(message) || method === "tools/call";
}

function refusedBody(refusal: BodyRefusal, maxInputBytes: number): HttpRefusal {
  if (refusal === "too-slow") return TOO_SLOW;
  if (refusal === "too-many-chunks") return CRUMBS;
  if (refusal !== "too-long") return tooMany("body-memory", refusal, "bytes in request bodies");
  return {
    reason: "body-length",
    status: 413,
    message: `The body is longer than ${maxInputBytes} bytes.`,
  };
}

const WRONG_METHOD: HttpRefusal = {
  reason: "method",
  status: 405,
  message: "This method is not allowed.",
  headers: { allow: METHODS.join(", ") },
};

const ENCODED: HttpRefusal = {
  reason: "content-encoding",
  status: 415,
  message: "The body must not be compressed: leave Content-Encoding out.",
  headers: { "accept-encoding": "identity" },
};

const NOT_JSON: HttpRefusal = {
  reason: "json",
  status: 400,
  message: "The body is not JSON.",
  code: -32700,
};

const CRUMBS: HttpRefusal = {
  reason: "body-chunks",
  status: 400,
  message: "The body comes in too many small chunks. Send it in larger ones.",
};

const TOO_SLOW: HttpRefusal = {
  reason: "body-slow",
  status: 408,
  message: "The rest of the body did not come, and others needed the memory. Send it again.",
};

const TOO_MANY_TENANTS: HttpRefusal = {
  reason: "tenants",
  status: 503,
  message: "Too many tenants are active. Try again in a few seconds.",
  headers: { "retry-after": "5" },
};

const HOP_BY_HOP = new Set(["connection", "keep-alive", "transfer-encoding"]);
const LONGEST_STALL_MS = 60_000;

/** The web-standard form of a request, without its body, which is passed on separately in its parsed form. */
function toWebRequest(request: IncomingMessage, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(", ") : value);
  return new Request("http://localhost/mcp", {
    method: request.method ?? "GET",
    headers,
    signal,
  });
}

/** Streams a web-standard response out, stopping when the client goes away or takes nothing for a minute. */
async function sendWebResponse(response: Response, outgoing: ServerResponse): Promise<void> {
  const headers = [...response.headers].filter(([name]) => !HOP_BY_HOP.has(name));
  outgoing.writeHead(response.status, Object.fromEntries(headers));
  if (!response.body) {
    outgoing.end();
    return;
  }
  outgoing.flushHeaders();
  const reader = response.body.getReader();
  outgoing.once("close", () => void reader.cancel().catch(() => undefined));
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    if (!outgoing.write(part.value)) await drained(outgoing);
  }
  outgoing.end();
}

/** All that a client does not take is kept for it, so one that takes nothing is given up. */
function drained(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    if (outgoing.destroyed) return resolve();
    const stalled = setTimeout(() => outgoing.destroy(), LONGEST_STALL_MS);
    const go = () => {
      clearTimeout(stalled);
      outgoing.off("drain", go).off("close", go);
      resolve();
    };
    outgoing.once("drain", go).once("close", go);
  });
}
