import type {
  IncomingHttpHeaders,
  IncomingMessage,
  request as httpRequest,
  RequestOptions,
} from "node:http";
import { urlToHttpOptions } from "node:url";
import type * as z from "zod";
import { readEventStream, type StreamReading, StreamStalled } from "./event-stream.ts";
import { HttpFailure } from "./http-failure.ts";
import type { ProxyRoute } from "./proxy-route.ts";

export type ExchangeRequest = {
  url: string;
  method?: "GET" | "POST" | undefined;
  headers?: Record<string, string> | undefined;
  /** Sent as JSON; a string is sent as it is. */
  body?: unknown;
  signal: AbortSignal;
  maxBytes?: number | undefined;
  /** Reads an event stream; a server that answers with JSON all the same is understood, too. */
  stream?: StreamReading | undefined;
  proxy?: ProxyRoute | undefined;
};

export type ExchangeAnswer = {
  status: number;
  headers: IncomingHttpHeaders;
  bodyText: string;
  json: unknown;
};

const DEFAULT_MAX_BYTES = 20 * 1024 * 1024;
const KEEP_ALIVE_MS = 30_000;
/** An event is many times as long as the few letters that it brings. */
const EVENT_OVERHEAD = 16;

/**
 * Sends one HTTP request and reads its JSON answer. Throws HttpFailure for anything but a 2xx with JSON, and the reason of an abort.
 * Uses node:http rather than fetch, because fetch gives up after 300 s without headers.
 */
export async function exchange(request: ExchangeRequest): Promise<ExchangeAnswer> {
  request.signal.throwIfAborted();
  const { signal, stream, maxBytes = DEFAULT_MAX_BYTES } = request;
  try {
    const message = await send(request);
    const { headers, statusCode: status = 0 } = message;
    if (stream !== undefined && isOk(status) && isEventStream(headers)) {
      const most = maxBytes * EVENT_OVERHEAD;
      const json = await readEventStream(message, stream, { status, headers, maxBytes: most });
      return { status, headers, bodyText: "", json };
    }
    const bodyText = await readBody(message, maxBytes);
    return parseAnswer(status, message.headers, bodyText);
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof HttpFailure || error instanceof StreamStalled
      ? error
      : lineFailure(error);
  }
}

function isOk(status: number): boolean {
  return status >= 200 && status <= 299;
}

function isEventStream(headers: IncomingHttpHeaders): boolean {
  return headers["content-type"]?.startsWith("text/event-stream") ?? false;
}

async function send(exchangeRequest: ExchangeRequest) {
  const { url, method = "POST", headers, body, signal, stream } = exchangeRequest;
  const target = new URL(url);
  const payload = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
  const way = await wayTo(target, exchangeRequest);
  return new Promise<IncomingMessage>((resolve, reject) => {
    const outgoing = way.request(
      {
        ...way.options,
        method,
        signal,
        headers: {
          accept: stream === undefined ? "application/json" : "text/event-stream, application/json",
          "user-agent": "faculties",
          ...(payload !== undefined && {
            "content-type": "application/json",
            "content-length": String(Buffer.byteLength(payload)),
          }),
          ...headers,
          ...way.headers,
        },
      },
      resolve,
    );
    outgoing.on("error", reject);
    // A peer that vanished without a word is noticed although a model may think in silence.
    outgoing.on("socket", (socket) => socket.setKeepAlive(true, KEEP_ALIVE_MS));
    outgoing.end(payload);
  });
}

type Way = {
  request: typeof httpRequest;
  options: RequestOptions;
  headers?: Record<string, string>;
};

/** Straight to the server, or through the proxy: by a tunnel with TLS, else by asking the proxy for the whole URL. */
async function wayTo(target: URL, { proxy, signal }: ExchangeRequest): Promise<Way> {
  const through = proxy?.proxyOf(target);
  if (through === undefined) {
    const { request } = await moduleFor(target);
    return { request, options: urlToHttpOptions(target) };
  }
  const { addressOf, authorization, tunnel } = await import("./proxy-route.ts");
  if (target.protocol === "https:") {
    const { request } = await moduleFor(target);
    const agent = await tunnel(through, target, signal);
    return { request, options: { ...urlToHttpOptions(target), agent } };
  }
  const { request } = await moduleFor(through);
  return {
    request,
    options: { ...addressOf(through), path: target.href },
    headers: { host: target.host, ...authorization(through) },
  };
}

async function moduleFor({ protocol }: URL): Promise<{ request: typeof httpRequest }> {
  return protocol === "http:" ? import("node:http") : import("node:https");
}

async function readBody(message: IncomingMessage, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) {
      message.destroy();
      throw new HttpFailure("oversized", `the answer is larger than ${maxBytes} bytes`, {
        status: message.statusCode,
        headers: message.headers,
      });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function parseAnswer(
  status: number,
  headers: IncomingHttpHeaders,
  bodyText: string,
): ExchangeAnswer {
  const received = { status, headers, bodyText };
  if (!isOk(status)) throw new HttpFailure("http", `HTTP ${status}`, received);
  if (bodyText.trim() === "") {
    throw new HttpFailure("empty", "the answer has an empty body", received);
  }
  try {
    return { ...received, json: JSON.parse(bodyText) };
  } catch (cause) {
    throw new HttpFailure("garbage", "the answer is not JSON", { ...received, cause });
  }
}

const TLS_PROBLEM = /^(CERT_|ERR_TLS_|DEPTH_ZERO_|SELF_SIGNED|UNABLE_TO_|ERR_SSL_|EPROTO)/;

function lineFailure(error: unknown): HttpFailure {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const kind = TLS_PROBLEM.test(code) ? "tls" : "network";
  return new HttpFailure(kind, code === "" ? "the connection failed" : code, { cause: error });
}

/** An answer in the shape that the adapter needs. Throws HttpFailure for any other shape. */
export function readAnswer<Schema extends z.ZodType>(
  schema: Schema,
  { json, status, headers, bodyText }: ExchangeAnswer,
): z.infer<Schema> {
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  throw new HttpFailure("garbage", "the answer has an unknown shape", {
    status,
    headers,
    bodyText,
    cause: parsed.error,
  });
}
