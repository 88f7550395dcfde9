import type { ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { Logger } from "../observe/logger.ts";
import type { Full } from "./capacity.ts";

/** For the metrics and the log, so never anything that a caller has sent. */
export type RefusalReason =
  | "body-chunks"
  | "body-length"
  | "body-memory"
  | "body-slow"
  | "calls"
  | "connections"
  | "content-encoding"
  | "host"
  | "issuer"
  | "json"
  | "method"
  | "origin"
  | "path"
  | "rate"
  | "requests"
  | "scope"
  | "silent-connection"
  | "streams"
  | "tenants"
  | "token";

export type HttpRefusal = {
  reason: RefusalReason;
  status: number;
  message: string;
  headers?: Record<string, string>;
  code?: number;
};

/** `things` are what there are too many of: of one's own share (429), or of everybody's (503). */
export function tooMany(reason: RefusalReason, full: Full, things: string): HttpRefusal {
  return full === "share"
    ? {
        reason,
        status: 429,
        message: `You have as many ${things} as one caller may have. End some, or try again later.`,
        headers: { "retry-after": "1" },
      }
    : {
        reason,
        status: 503,
        message: `The server has as many ${things} as it can take. Try again later.`,
        headers: { "retry-after": "5" },
      };
}

export function refuse(
  response: ServerResponse,
  { status, message, headers = {}, code = -32000 }: Omit<HttpRefusal, "reason">,
): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.setHeader("connection", "close");
  sendJson(response, status, { jsonrpc: "2.0", id: null, error: { code, message } });
}

const LONG_HEADERS = "The request's headers are longer than 16 KiB. Send shorter names and tokens.";

/** Answers a request that Node refuses to read; the one that callers can do something about in the form of every other refusal. */
export function refuseUnread({ code = "" }: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || code === "ECONNRESET") return void socket.destroy();
  if (code === "HPE_HEADER_OVERFLOW") {
    const error = { code: -32000, message: LONG_HEADERS };
    const body = JSON.stringify({ jsonrpc: "2.0", id: null, error });
    const type = ["Content-Type: application/json", `Content-Length: ${Buffer.byteLength(body)}`];
    return void socket.end(rawAnswer("431 Request Header Fields Too Large", type, body));
  }
  const isSlow = code === "ERR_HTTP_REQUEST_TIMEOUT";
  socket.end(rawAnswer(isSlow ? "408 Request Timeout" : "400 Bad Request"));
}

function rawAnswer(status: string, headers: readonly string[] = [], body = ""): string {
  return [`HTTP/1.1 ${status}`, ...headers, "Connection: close", "", body].join("\r\n");
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

const LINE_EVERY_MS = 10_000;

/** Writes the first refusal at once, and then one line every ten seconds at most, with how many there were of which kind. */
export class RefusalLog {
  readonly #log: Logger;
  readonly #counts = new Map<RefusalReason, number>();
  #latest: string | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(log: Logger) {
    this.#log = log;
  }

  /** `from` is the tenant or the address that was refused. */
  note(reason: RefusalReason, from?: string): void {
    this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + 1);
    this.#latest = from ?? this.#latest;
    if (this.#timer === undefined) this.#write();
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  readonly #write = (): void => {
    this.#timer = undefined;
    if (this.#counts.size === 0) return;
    this.#log.warn("HTTP requests were refused", {
      ...Object.fromEntries(this.#counts),
      ...(this.#latest !== undefined && { latest: this.#latest }),
    });
    this.#counts.clear();
    this.#latest = undefined;
    this.#timer = setTimeout(this.#write, LINE_EVERY_MS).unref();
  };
}
