import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { isLoopback } from "../http/caller.ts";
import { bearerHash, hashToken } from "../http/caller.ts";
import type { HandlerPool } from "../http/handler.ts";
import type { HttpRefusal, RefusalReason } from "../http/refusal.ts";
import type { HttpLoad, Metrics } from "./metrics.ts";

export type HttpMetrics = {
  /** The reason why this caller may not see them; undefined when it may. */
  refuse(request: IncomingMessage): HttpRefusal | undefined;
  answered(status: number): void;
  refused(reason: RefusalReason): void;
  render(load: HttpLoad): Promise<string>;
};

type Subject = {
  metrics: Metrics;
  token: string | undefined;
  pool: HandlerPool;
  server: string;
  version: string;
};

/** Shows metrics to the holder of their own token or, without one, to this machine alone. */
export function createHttpMetrics({ metrics, token, pool, server, version }: Subject): HttpMetrics {
  const expected = token === undefined ? undefined : hashToken(token);
  return {
    refuse({ headers, socket }) {
      if (expected !== undefined) {
        const given = bearerHash(headers.authorization);
        return given && timingSafeEqual(expected, given) ? undefined : WRONG_TOKEN;
      }
      // A request that a proxy on this machine passes on comes from elsewhere.
      const isForwarded = FORWARDING.some((name) => headers[name] !== undefined);
      return !isForwarded && isLocal(socket.remoteAddress) ? undefined : NOT_LOCAL;
    },
    answered: (status) => metrics.answered(status),
    refused: (reason) => metrics.refused(reason),
    async render(load) {
      const open = pool.open();
      const pending = await Promise.all(open.map((handler) => handler.storagePending()));
      return metrics.render({
        server,
        version,
        sessions: sum(open.map((handler) => handler.sessions())),
        contexts: open.length,
        storagePending: sum(pending),
        load,
      });
    },
  };
}

const FORWARDING = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via"];

const WRONG_TOKEN: HttpRefusal = {
  reason: "token",
  status: 401,
  message: "The metrics need the token of MCP_METRICS_TOKEN.",
  headers: { "www-authenticate": "Bearer" },
};

const NOT_LOCAL: HttpRefusal = {
  reason: "host",
  status: 403,
  message:
    "The metrics are for this machine alone. Set MCP_METRICS_TOKEN to read them from elsewhere.",
};

function isLocal(address = ""): boolean {
  return isLoopback(address.replace(/^::ffff:/, ""));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
