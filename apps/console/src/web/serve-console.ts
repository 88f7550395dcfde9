import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { listenError } from "@faculties/mcp-kit";
import type { ConsoleApi } from "../console-api.ts";
import type { Fleet } from "../servers/fleet.ts";
import { isServerName } from "../servers/server-names.ts";
import { DEFAULT_PORT } from "../settings.ts";
import { createGate, type Gate } from "./gate.ts";
import type { PageFiles } from "./page-files.ts";
import { passThrough } from "./pass-through.ts";
import { refuse, refuseAsPage, secure } from "./respond.ts";

type ConsoleParts = {
  host: string;
  port: number | undefined;
  token: string;
  isLoopback: boolean;
  page: PageFiles;
  fleet: Fleet;
  api: ConsoleApi;
};

/** How long a request waits for a server that is being started. */
const PATIENCE_MS = 15_000;

export type ConsoleService = { url: string; close(): Promise<void> };

/** The page, its own small API and the way through to the servers, all behind one gate. */
export async function serveConsole(parts: ConsoleParts): Promise<ConsoleService> {
  const { host, token, isLoopback } = parts;
  let gate: Gate | undefined;
  const server = createServer((request, response) => {
    if (gate === undefined) return refuse(response, 503, "Starting.");
    return void answer(request, response, gate, parts).catch(() => response.destroy());
  });
  const port = await listen(server, host, parts.port);
  gate = createGate({ token, host, port, isLoopback });
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  gate: Gate,
  { page, fleet, api }: ConsoleParts,
): Promise<void> {
  secure(response);
  const checked = gate.check(request);
  if ("status" in checked) {
    const isPerson = checked.status === 401 && /\btext\/html\b/.test(request.headers.accept ?? "");
    const reject = isPerson ? refuseAsPage : refuse;
    return reject(response, checked.status, checked.message);
  }
  if (checked.isArrival) response.setHeader("set-cookie", gate.cookie);
  const { pathname } = new URL(request.url ?? "/", "http://console");
  const [, first = "", second] = pathname.split("/");
  if (isServerName(first) && second === "mcp") {
    const endpoint = await fleet.reach(first, PATIENCE_MS);
    if (endpoint) return passThrough(request, response, endpoint);
    return refuse(response, 503, `${first} is not ready. The console's overview says why.`);
  }
  if (first === "api") return api.answer(second ?? "", request, response);
  if (request.method !== "GET" || !page.send(response, pathname))
    refuse(response, 404, "There is nothing here.");
}

/** The asked port; without one the usual, or a free one where another console has it. */
async function listen(server: Server, host: string, asked: number | undefined): Promise<number> {
  try {
    await listenOn(server, host, asked ?? DEFAULT_PORT);
  } catch (error) {
    const failure = error as NodeJS.ErrnoException;
    if (asked !== undefined || failure.code !== "EADDRINUSE")
      throw listenError(host, asked ?? DEFAULT_PORT, failure);
    await listenOn(server, host, 0);
  }
  return (server.address() as AddressInfo).port;
}

function listenOn(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
}
