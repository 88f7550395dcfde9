import { createMcpHandler, isLegacyRequest } from "@modelcontextprotocol/server";
import type { CallsInFlight } from "./calls-in-flight.ts";
import { readHttpMessage } from "./http-message.ts";
import { HttpSessions } from "./http-sessions.ts";
import { listenedUris } from "./listened-uris.ts";
import type { Logger } from "./logger.ts";
import type { Instance } from "./open-instance.ts";

/** `gone` aborts when the response has ended, in whatever way; `key` says whom the request is counted for. */
export type Exchange = { gone: AbortSignal; key: string };

export type HttpEndpoint = {
  handle(request: Request, body: unknown, exchange: Exchange): Promise<Response>;
  readonly inFlight: CallsInFlight;
  isBusy(): boolean;
  /** How many sessions of 2025-era clients are open. */
  sessions(): number;
  storagePending(): Promise<number>;
  /** Ends what clients have open; the instance lives on. */
  disconnect(): Promise<void>;
  /** Closes the instance too. */
  close(): Promise<void>;
};

type Settings = { maxInputBytes: number; log: Logger };

/** Serves both protocol eras from one instance; nothing that it holds is shared with another. */
export function createHttpEndpoint(
  instance: Instance,
  { maxInputBytes, log }: Settings,
): HttpEndpoint {
  const { factory, changes, methods } = instance;
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
    async handle(request, given, { gone, key }) {
      const read = given === undefined ? { message: undefined } : readHttpMessage(given, methods);
      if ("response" in read) return read.response;
      const { message: body } = read;
      if (await isLegacyRequest(request, body)) return sessions.handle(request, body, key);
      if (isListen(body) && !gone.aborted) {
        const end = changes.subscriptionOpened(listenedUris(body.params));
        gone.addEventListener("abort", end, { once: true });
      }
      return modern.fetch(request, body === undefined ? {} : { parsedBody: body });
    },
    inFlight: instance.inFlight,
    isBusy: instance.isBusy,
    sessions: () => sessions.size,
    storagePending: instance.storagePending,
    disconnect,
    async close() {
      await disconnect();
      await instance.close();
    },
  };
}

function isListen(body: unknown): body is { params?: unknown } {
  return (body as { method?: unknown } | undefined)?.method === "subscriptions/listen";
}
