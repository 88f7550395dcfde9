import {
  createMcpHandler,
  isInitializeRequest,
  isLegacyRequest,
  PROTOCOL_VERSION_META_KEY,
  specTypeSchemas,
} from "@modelcontextprotocol/server";
import type { ServerRuntime } from "../app/server-runtime.ts";
import type { Logger } from "../observe/logger.ts";
import {
  checkMessage,
  INVALID_REQUEST,
  isObject,
  METHOD_NOT_FOUND,
  refuse,
} from "../protocol/check-message.ts";
import { refuseParams } from "../protocol/create-server.ts";
import { listenedUris } from "../resources/change-bus.ts";
import type { Tenant } from "../tenancy/tenant.ts";
import type { CallsInFlight } from "../tools/calls-in-flight.ts";
import { HttpSessions } from "./sessions.ts";

/** `gone` aborts when the response has ended, in whatever way; `key` says whom the request is counted for. */
type Exchange = { gone: AbortSignal; key: string; subject: string | undefined };

export type HttpHandler = {
  handle(request: Request, body: unknown, exchange: Exchange): Promise<Response>;
  readonly inFlight: CallsInFlight;
  /** The names of the tools that change nothing. */
  readonly readOnlyTools: ReadonlySet<string>;
  isBusy(): boolean;
  /** How many sessions of 2025-era clients are open. */
  sessions(): number;
  storagePending(): Promise<number>;
  /** Ends what clients have open; the runtime lives on. */
  disconnect(): Promise<void>;
  /** Closes the runtime too. */
  close(): Promise<void>;
};

type HandlerSettings = { maxInputBytes: number; log: Logger };

/** Serves both protocol eras from one runtime; nothing that it holds is shared with another. */
export function createHttpHandler(
  runtime: ServerRuntime,
  { maxInputBytes, log }: HandlerSettings,
): HttpHandler {
  const { factory, changes, methods } = runtime;
  const sessions = new HttpSessions(factory);
  const modern = createMcpHandler(() => factory("none"), {
    legacy: "reject",
    bus: changes,
    maxRequestBodySize: maxInputBytes,
    onerror: (error) => log.debug("protocol error", { error }),
  });
  const disconnect = async () => {
    await Promise.allSettled([sessions.close(), modern.close()]);
  };
  return {
    async handle(request, given, { gone, key, subject }) {
      const read = given === undefined ? { message: undefined } : readHttpMessage(given, methods);
      if ("response" in read) return read.response;
      const { message: body } = read;
      if (await isLegacyRequest(request, body))
        return sessions.handle(request, body, { owner: key, subject });
      if (isListen(body) && !gone.aborted) {
        const end = changes.subscriptionOpened(listenedUris(body.params));
        gone.addEventListener("abort", end, { once: true });
      }
      return modern.fetch(request, body === undefined ? {} : { parsedBody: body });
    },
    inFlight: runtime.inFlight,
    readOnlyTools: runtime.readOnlyTools,
    isBusy: runtime.isBusy,
    sessions: () => sessions.size,
    storagePending: runtime.storagePending,
    disconnect,
    async close() {
      await disconnect();
      await runtime.close();
    },
  };
}

function isListen(body: unknown): body is { params?: unknown } {
  return (body as { method?: unknown } | undefined)?.method === "subscriptions/listen";
}

const MODERN = "2026-07-28";

/** The message or batch of a request's body, or the response that refuses it. */
function readHttpMessage(
  body: unknown,
  methods: ReadonlySet<string>,
): { message: unknown } | { response: Response } {
  if (Array.isArray(body)) return readBatch(body);
  const checked = checkMessage(body);
  if ("refusal" in checked) return { response: Response.json(checked.refusal, { status: 400 }) };
  if ("ignored" in checked) return answer(400, refuse(null, INVALID_REQUEST, checked.ignored));
  const { message } = checked;
  if ("method" in message && "id" in message) {
    const { id, method } = message;
    // The SDK looks at the headers first, and would blame those of a method that is not there at all.
    if (isModern(message.params) && !methods.has(method))
      return answer(404, refuse(id, METHOD_NOT_FOUND, "Method not found"));
    if (method === "initialize" && !isModern(message.params) && !isInitializeRequest(message)) {
      const { issues = [] } = specTypeSchemas.InitializeRequest["~standard"].validate(message);
      const { code, message: text } = refuseParams(method, message, issues as never);
      return answer(400, refuse(id, code, text));
    }
  }
  return { message };
}

function readBatch(batch: readonly unknown[]): { message: unknown } | { response: Response } {
  const checked = batch.map(checkMessage);
  for (const [at, one] of checked.entries())
    if ("refusal" in one) {
      const { code, message } = one.refusal.error;
      return answer(400, refuse(null, code, `Message ${at + 1} of the batch: ${message}`));
    }
  return { message: checked.flatMap((one) => ("message" in one ? [one.message] : [])) };
}

function answer(status: number, { refusal }: ReturnType<typeof refuse>): { response: Response } {
  return { response: Response.json(refusal, { status }) };
}

function isModern(params: unknown): boolean {
  if (!isObject(params) || !isObject(params["_meta"])) return false;
  return params["_meta"][PROTOCOL_VERSION_META_KEY] === MODERN;
}

export type Lease = { handler: HttpHandler; release(): void };

/** Finds the handler that answers a tenant. */
export type HandlerPool = {
  /** Undefined when so many are in use that none can be opened now. */
  acquire(tenant: Tenant | undefined): Promise<Lease | undefined>;
  open(): HttpHandler[];
  disconnect(): Promise<void>;
  close(): Promise<void>;
};

/** One handler for everybody. */
export function sharedHandler(handler: HttpHandler): HandlerPool {
  const lease = { handler, release: () => undefined };
  return {
    acquire: async () => lease,
    open: () => [handler],
    disconnect: handler.disconnect,
    close: handler.close,
  };
}
