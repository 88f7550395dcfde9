import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { HttpMetrics } from "../observe/http-metrics.ts";
import type { Logger } from "../observe/logger.ts";
import { METRICS_TYPE } from "../observe/metrics.ts";
import type { HttpAddress } from "./address.ts";
import { answerRequest } from "./answer-request.ts";
import { type Authenticator, type Caller, createSources } from "./caller.ts";
import { createHttpCapacity, HttpConnections, type HttpLimits } from "./capacity.ts";
import { allowCors, answerPreflight } from "./cors.ts";
import { createHttpGuard } from "./guard.ts";
import type { HandlerPool } from "./handler.ts";
import { listenError } from "./listen-error.ts";
import {
  type HttpRefusal,
  RefusalLog,
  type RefusalReason,
  refuse,
  refuseUnread,
  sendJson,
  tooMany,
} from "./refusal.ts";

// About as long as `Retry-After` says: a client that does not care about it cannot keep the server busy with refusals. By chance
// longer or shorter, so that those refused together do not all come back together and keep others waiting.
const HOLD_BACK_MS = { least: 500, most: 1_500 };
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 60_000;
const CHECK_TIMEOUTS_EVERY_MS = 1_000;
const DRAIN_MS = 300;
const SWEEP_MS = 20;
const LOOK_FOR_REVOKED_EVERY_MS = 1_000;

type HttpListenerSettings = HttpAddress & {
  name: string;
  version: string;
  callers: Authenticator;
  allowedHosts: readonly string[];
  corsOrigins: readonly string[];
  /** Where clients get tokens, if an identity provider gives them out. */
  metadata?: { isAt(path: string | undefined): boolean; document: object } | undefined;
  trustedProxies: readonly string[];
  requestsPerSecond: number;
  limits: HttpLimits;
  metrics?: HttpMetrics | undefined;
  log: Logger;
};

type HttpListener = { url: string; close(): Promise<void> };

/** Serves both protocol eras at `/mcp`, and `/healthz` and `/metrics` for the monitoring of the process. */
export async function openHttpListener(
  pool: HandlerPool,
  settings: HttpListenerSettings,
): Promise<HttpListener> {
  const { name, version, host, port, callers, corsOrigins, metadata, log, metrics, limits } =
    settings;
  const guard = createHttpGuard({ ...settings, sources: createSources(settings.trustedProxies) });
  const capacity = createHttpCapacity(limits);
  const refusals = new RefusalLog(log);
  const open = new Map<ServerResponse, Caller>();
  const count = (reason: RefusalReason, from?: string) => {
    metrics?.refused(reason);
    refusals.note(reason, from);
  };
  const connections = new HttpConnections({
    most: capacity.connections,
    onShed: () => count("silent-connection"),
  });
  const load = () => ({
    connections: connections.size,
    requests: capacity.requests.total,
    streams: capacity.streams.total,
    bodyBytes: capacity.bodies.total,
  });

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const turnDown = (refusal: HttpRefusal, from?: string) => {
      count(refusal.reason, from);
      refuse(response, refusal);
    };
    const holdBack = (refusal: HttpRefusal, from: string) => {
      const isOwnDoing = refusal.status === 429;
      const release = isOwnDoing && capacity.heldBack.take({ key: from, isCrowd: false });
      if (typeof release !== "function") return turnDown(refusal, from);
      response.once("close", release);
      const { least, most } = HOLD_BACK_MS;
      const holdMs = least + Math.random() * (most - least);
      setTimeout(() => response.destroyed || turnDown(refusal, from), holdMs).unref();
    };
    const [path] = (request.url ?? "/").split("?", 1);
    // Balancers ask by address and before anything else, so neither the name nor how busy the server is matters here.
    if (path === "/healthz") {
      const refusal = guard.refuseMalformed(request);
      return refusal
        ? turnDown(refusal)
        : sendJson(response, 200, { status: "ok", server: name, version });
    }
    if (path === "/metrics" && metrics) {
      const refusal = guard.refuseSource(request) ?? metrics.refuse(request);
      if (refusal) return turnDown(refusal);
      response.writeHead(200, { "content-type": METRICS_TYPE });
      return void response.end(await metrics.render(load()));
    }
    response.once("close", () => metrics?.answered(response.statusCode));
    allowCors(request, response, corsOrigins);
    if (answerPreflight(request, response)) return;
    if (metadata?.isAt(path)) {
      const refusal = guard.refuseSource(request);
      return refusal ? turnDown(refusal) : sendJson(response, 200, metadata.document);
    }
    const admission = await guard.admit(request);
    if (response.destroyed) return;
    if (admission.refusal) return holdBack(admission.refusal, admission.from);
    if (path !== "/mcp") return turnDown(WRONG_PATH);
    const { caller, source } = admission;
    const place = capacity.requests.take(source);
    if (typeof place === "string")
      return holdBack(tooMany("requests", place, "requests open"), source.key);
    const release = connections.use(request.socket);
    open.set(response, caller);
    const leave = () => {
      if (open.delete(response)) release();
      place();
    };
    response.once("close", leave);
    const refusal = await answerRequest({ request, response, source }, caller, {
      pool,
      capacity,
      maxInputBytes: limits.maxInputBytes,
      chargeBytes: guard.chargeBytes,
      refuseScope: callers.refuseScope?.bind(callers),
    });
    if (!refusal) return;
    leave();
    // A request whose body is still arriving would fill the memory while it is held back.
    if (request.complete) holdBack(refusal, source.key);
    else turnDown(refusal, source.key);
  };
  // Streams can stay open for days: what a revoked token opened ends soon after.
  const endRevoked = () => {
    for (const [response, caller] of open) if (!callers.admits(caller)) response.destroy();
  };
  const revocation = setInterval(endRevoked, LOOK_FOR_REVOKED_EVERY_MS).unref();

  const timeouts = { connectionsCheckingInterval: CHECK_TIMEOUTS_EVERY_MS };
  const server = createServer(timeouts, (request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (request.socket.destroyed) return log.debug("a client went away", { error });
      log.error("an HTTP request failed", { error });
      if (response.headersSent) response.destroy();
      else refuse(response, FAILED);
    });
  });
  server.on("connection", (socket) => {
    connections.opened(socket);
    capacity.queue.defer();
  });
  // Only for what arrives within one turn of the event loop: after it the longest silent ones give way.
  server.maxConnections = capacity.connections * 2;
  server.on("drop", () => count("connections"));
  server.on("clientError", refuseUnread);
  server.headersTimeout = HEADERS_TIMEOUT_MS;
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  await listen(server, { host, port, backlog: capacity.connections * 2 });
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${(server.address() as AddressInfo).port}/mcp`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      clearInterval(revocation);
      refusals.close();
      await pool.disconnect();
      const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
      const timer = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
      await closed;
      clearInterval(sweep);
      clearTimeout(timer);
    },
  };
}

const WRONG_PATH: HttpRefusal = { reason: "path", status: 404, message: "The endpoint is /mcp." };

const FAILED = { status: 500, message: "Internal error." };

function listen(
  server: ReturnType<typeof createServer>,
  where: HttpAddress & { backlog: number },
): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error) => reject(listenError(where.host, where.port, error)));
    server.listen(where, resolve);
  });
}
