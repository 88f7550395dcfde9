import type { IncomingMessage, ServerResponse } from "node:http";

const ALLOWED_HEADERS = [
  "authorization",
  "content-type",
  "accept",
  "last-event-id",
  "mcp-method",
  "mcp-name",
  "mcp-protocol-version",
  "mcp-session-id",
];
const EXPOSED_HEADERS = ["mcp-session-id", "www-authenticate", "retry-after"];
const PREFLIGHT_LASTS_S = 600;

/** Lets pages of these origins read answers. Cookies play no part: a page must have a token of its own. */
export function allowCors(
  { headers }: IncomingMessage,
  response: ServerResponse,
  origins: readonly string[],
): void {
  if (origins.length === 0) return;
  response.setHeader("vary", "Origin");
  const { origin } = headers;
  if (origin === undefined || !origins.includes(origin)) return;
  response.setHeader("access-control-allow-origin", origin);
  response.setHeader("access-control-expose-headers", EXPOSED_HEADERS.join(", "));
}

/** Answers the question that a browser asks before it sends a request of another page; false for any other request. */
export function answerPreflight(
  { method, headers }: IncomingMessage,
  response: ServerResponse,
): boolean {
  if (method !== "OPTIONS" || headers["access-control-request-method"] === undefined) return false;
  if (!response.hasHeader("access-control-allow-origin")) return false;
  response.writeHead(204, {
    "access-control-allow-methods": "GET, POST, DELETE",
    "access-control-allow-headers": ALLOWED_HEADERS.join(", "),
    "access-control-max-age": String(PREFLIGHT_LASTS_S),
  });
  response.end();
  return true;
}
