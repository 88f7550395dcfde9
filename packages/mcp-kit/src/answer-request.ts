import type { IncomingMessage, ServerResponse } from "node:http";
import type { Caller } from "./authenticate.ts";
import type { HttpCapacity } from "./http-capacity.ts";
import type { HttpEndpoints } from "./http-endpoints.ts";
import { type HttpRefusal, tooMany } from "./http-refusal.ts";
import type { Source } from "./http-source.ts";
import { parseJson } from "./parse-json.ts";
import { type BodyRefusal, readBody } from "./read-body.ts";
import { sendWebResponse, toWebRequest } from "./web-request.ts";

const METHODS = ["GET", "POST", "DELETE"];

export type Admitted = { request: IncomingMessage; response: ServerResponse; source: Source };

type Settings = {
  endpoints: HttpEndpoints;
  capacity: HttpCapacity;
  maxInputBytes: number;
  chargeBytes(source: Source, bytes: number): void;
};

/** Answers an admitted request to `/mcp`, within its caller's share of everything; or says why it does not. */
export async function answerRequest(
  { request, response, source }: Admitted,
  { tenant }: Caller,
  { endpoints, capacity, maxInputBytes, chargeBytes }: Settings,
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
  const lease = await endpoints.acquire(tenant);
  if (!lease) return TOO_MANY_TENANTS;
  whenOver(lease.release);
  // Calls of clients that have left may still run, and hold no connection any more.
  if (startsCalls(json?.value) && lease.endpoint.inFlight.size >= 2 * requests.limitOf(source))
    return tooMany("calls", "share", "calls running");
  const gone = new AbortController();
  whenOver(() => gone.abort());
  const webRequest = toWebRequest(request, gone.signal);
  const { key } = source;
  const handled = await lease.endpoint.handle(webRequest, json?.value, { gone: gone.signal, key });
  await sendWebResponse(handled, response);
  return undefined;
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
