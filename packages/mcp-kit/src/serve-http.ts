import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createMcpHandler, isLegacyRequest } from "@modelcontextprotocol/server";
import { ConfigError } from "./config-error.ts";
import type { ServerFactory } from "./create-server.ts";
import { type HttpAddress, isLoopback } from "./http-address.ts";
import { createHttpGuard } from "./http-guard.ts";
import { HttpSessions } from "./http-sessions.ts";
import type { Logger } from "./logger.ts";
import { parseJson } from "./parse-json.ts";
import type { ResourceChangeBus } from "./resource-change-bus.ts";
import { readBody, sendWebResponse, toWebRequest } from "./web-request.ts";

const METHODS = ["GET", "POST", "DELETE"];
const MOST_CONNECTIONS = 512;
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 60_000;
const CHECK_TIMEOUTS_EVERY_MS = 1_000;
const DRAIN_MS = 300;
const SWEEP_MS = 20;

export type HttpSettings = HttpAddress & {
  name: string;
  version: string;
  token: string | undefined;
  allowedHosts: readonly string[];
  requestsPerSecond: number;
  maxInputBytes: number;
  changes: ResourceChangeBus;
  log: Logger;
};

export type HttpService = { url: string; close(): Promise<void> };

/** Serves both protocol eras at `/mcp`, and `/healthz` for whoever watches over the process. */
export async function serveHttp(
  factory: ServerFactory,
  settings: HttpSettings,
): Promise<HttpService> {
  const { host, port, token, changes, log, maxInputBytes } = settings;
  if (token === undefined && !isLoopback(host))
    throw new ConfigError(
      `Serving on ${host} needs a bearer token: set MCP_HTTP_TOKEN, or bind 127.0.0.1.`,
    );
  const guard = createHttpGuard(settings);
  const sessions = new HttpSessions(factory);
  const modern = createMcpHandler(() => factory("none"), {
    legacy: "reject",
    bus: {
      publish: (event) => changes.publish(event),
      subscribe(listener) {
        changes.subscriptionOpened();
        return changes.subscribe(listener);
      },
    },
    maxRequestBodySize: maxInputBytes,
    onerror: (error) => log.debug("protocol error", { error }),
  });

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [path] = (request.url ?? "/").split("?", 1);
    if (path === "/healthz")
      return sendJson(response, 200, {
        status: "ok",
        server: settings.name,
        version: settings.version,
      });
    const refused = guard(request);
    if (refused) return refuse(response, refused.status, refused.message, refused.headers);
    if (path !== "/mcp") return refuse(response, 404, "The endpoint is /mcp.");
    if (!METHODS.includes(request.method ?? ""))
      return refuse(response, 405, "This method is not allowed.", { allow: METHODS.join(", ") });
    const body = request.method === "POST" ? await readBody(request, maxInputBytes) : undefined;
    if (request.method === "POST" && body === undefined)
      return refuse(response, 413, `The body is longer than ${maxInputBytes} bytes.`);
    const json = body && parseJson(body);
    if (body && !json) return refuse(response, 400, "The body is not JSON.", {}, -32700);
    const gone = new AbortController();
    response.once("close", () => gone.abort());
    const webRequest = toWebRequest(request, body, gone.signal);
    await sendWebResponse(await dispatch(webRequest, json?.value), response);
  };
  const dispatch = async (request: Request, body: unknown): Promise<Response> =>
    (await isLegacyRequest(request, body))
      ? sessions.handle(request, body)
      : modern.fetch(request, body === undefined ? {} : { parsedBody: body });

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
      await Promise.allSettled([sessions.close(), modern.close()]);
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
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(new ConfigError(`Cannot serve on ${host}:${port}: ${error.code ?? error.message}.`)),
    );
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
