import { type IncomingMessage, request as ask, type ServerResponse } from "node:http";
import { pipeline } from "node:stream";
import type { Endpoint } from "../servers/server-child.ts";
import { refuse } from "./respond.ts";

/** Headers that concern only one of the two connections, or that the server has no business with. */
const OWN = new Set([
  "authorization",
  "connection",
  "cookie",
  "host",
  "keep-alive",
  "origin",
  "proxy-connection",
  "referer",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** Hands a request to a server's own endpoint, and its answer back as it comes. */
export function passThrough(
  request: IncomingMessage,
  response: ServerResponse,
  { port, token }: Endpoint,
): void {
  const headers = Object.fromEntries(
    Object.entries(request.headers).filter(([name]) => !OWN.has(name)),
  );
  const onward = ask({
    host: "127.0.0.1",
    port,
    path: "/mcp",
    method: request.method,
    headers: { ...headers, authorization: `Bearer ${token}` },
  });
  onward.once("response", (answer) => {
    const kept = Object.entries(answer.headers).filter(([name]) => !OWN.has(name));
    response.writeHead(answer.statusCode ?? 502, Object.fromEntries(kept));
    response.flushHeaders();
    pipeline(answer, response, () => answer.destroy());
  });
  onward.once("error", () => {
    if (response.headersSent) response.destroy();
    else refuse(response, 502, "The server went away. It is started again; try once more.");
  });
  response.once("close", () => onward.destroy());
  pipeline(request, onward, () => undefined);
}
