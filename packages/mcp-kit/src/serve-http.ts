import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Authenticator, Caller } from "./authenticate.ts";
import { cannotServe } from "./cannot-serve.ts";
import type { HttpAddress } from "./http-address.ts";
import type { HttpEndpoints } from "./http-endpoints.ts";
import { createHttpGuard } from "./http-guard.ts";
import type { HttpMetrics } from "./http-metrics.ts";
import type { Logger } from "./logger.ts";
import { parseJson } from "./parse-json.ts";
import { METRICS_TYPE } from "./render-metrics.ts";
import { readBody, sendWebResponse, toWebRequest } from "./web-request.ts";

const METHODS = ["GET", "POST", "DELETE"];
const MOST_CONNECTIONS = 512;
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 60_000;
const CHECK_TIMEOUTS_EVERY_MS = 1_000;
const DRAIN_MS = 300;
const SWEEP_MS = 20;
const LOOK_FOR_REVOKED_EVERY_MS = 1_000;

export type HttpSettings = HttpAddress & {
  name: string;
  version: string;
  callers: Authenticator;
  allowedHosts: readonly string[];
  requestsPerSecond: number;
  maxInputBytes: number;
  metrics?: HttpMetrics | undefined;
  log: Logger;
};

export type HttpService = { url: string; close(): Promise<void> };

/** Serves both protocol eras at `/mcp`, and `/healthz` and `/metrics` for whoever watches over the process. */
export async function serveHttp(
  endpoints: HttpEndpoints,
  settings: HttpSettings,
): Promise<HttpService> {
  const { host, port, callers, log, maxInputBytes, metrics } = settings;
  const guard = createHttpGuard(settings);
  const open = new Map<ServerResponse, Caller>();

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [path] = (request.url ?? "/").split("?", 1);
    if (path === "/healthz")
      return sendJson(response, 200, {
        status: "ok",
        server: settings.name,
        version: settings.version,
      });
    if (path === "/metrics" && metrics) {
      const refusal = guard.refuseSource(request) ?? metrics.refuse(request);
      if (refusal) return refuse(response, refusal.status, refusal.message, refusal.headers);
      response.writeHead(200, { "content-type": METRICS_TYPE });
      return void response.end(await metrics.render());
    }
    response.once("close", () => metrics?.answered(response.statusCode));
    const admission = guard.admit(request);
    if ("refusal" in admission) {
      const { status, message, headers } = admission.refusal;
      return refuse(response, status, message, headers);
    }
    if (path !== "/mcp") return refuse(response, 404, "The endpoint is /mcp.");
    if (!METHODS.includes(request.method ?? ""))
      return refuse(response, 405, "This method is not allowed.", { allow: METHODS.join(", ") });
    const body = request.method === "POST" ? await readBody(request, maxInputBytes) : undefined;
    if (request.method === "POST" && body === undefined)
      return refuse(response, 413, `The body is longer than ${maxInputBytes} bytes.`);
    const json = body && parseJson(body);
    if (body && !json) return refuse(response, 400, "The body is not JSON.", {}, -32700);
    const lease = await endpoints.acquire(admission.caller.tenant);
    if (!lease)
      return refuse(response, 503, "Too many tenants are active. Try again.", {
        "retry-after": "5",
      });
    const gone = new AbortController();
    open.set(response, admission.caller);
    response.once("close", () => {
      open.delete(response);
      lease.release();
      gone.abort();
    });
    // A client that left while its endpoint was opened closed the response before anybody listened.
    if (response.destroyed) response.emit("close");
    const webRequest = toWebRequest(request, body, gone.signal);
    const handled = await lease.endpoint.handle(webRequest, json?.value, gone.signal);
    await sendWebResponse(handled, response);
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
      if (!response.headersSent) refuse(response, 500, "Internal error.");
      else response.destroy();
    });
  });
  server.maxConnections = MOST_CONNECTIONS;
  server.headersTimeout = HEADERS_TIMEOUT_MS;
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  await listen(server, host, port);
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${(server.address() as AddressInfo).port}/mcp`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      clearInterval(revocation);
      await endpoints.disconnect();
      const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
      const timer = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
      await closed;
      clearInterval(sweep);
      clearTimeout(timer);
    },
  };
}

function listen(
  server: ReturnType<typeof createServer>,
  host: string,
  port: number,
): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error) => reject(cannotServe(host, port, error)));
    server.listen(port, host, resolve);
  });
}

function refuse(
  response: ServerResponse,
  status: number,
  message: string,
  headers: Record<string, string> = {},
  code = -32000,
): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.setHeader("connection", "close");
  sendJson(response, status, { jsonrpc: "2.0", id: null, error: { code, message } });
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}
