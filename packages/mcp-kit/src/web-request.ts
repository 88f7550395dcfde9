import type { IncomingMessage, ServerResponse } from "node:http";

const HOP_BY_HOP = new Set(["connection", "keep-alive", "transfer-encoding"]);
const LONGEST_STALL_MS = 60_000;

/** The web-standard form of a request, without its body, which goes beside it in its parsed form. */
export function toWebRequest(request: IncomingMessage, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(", ") : value);
  return new Request("http://localhost/mcp", {
    method: request.method ?? "GET",
    headers,
    signal,
  });
}

/** Streams a web-standard response out, stopping when the client goes away or takes nothing for a minute. */
export async function sendWebResponse(response: Response, outgoing: ServerResponse): Promise<void> {
  const headers = [...response.headers].filter(([name]) => !HOP_BY_HOP.has(name));
  outgoing.writeHead(response.status, Object.fromEntries(headers));
  if (!response.body) {
    outgoing.end();
    return;
  }
  outgoing.flushHeaders();
  const reader = response.body.getReader();
  outgoing.once("close", () => void reader.cancel().catch(() => undefined));
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    if (!outgoing.write(part.value)) await drained(outgoing);
  }
  outgoing.end();
}

/** All that a client does not take is kept for it, so one that takes nothing is given up. */
function drained(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    if (outgoing.destroyed) return resolve();
    const stalled = setTimeout(() => outgoing.destroy(), LONGEST_STALL_MS);
    const go = () => {
      clearTimeout(stalled);
      outgoing.off("drain", go).off("close", go);
      resolve();
    };
    outgoing.once("drain", go).once("close", go);
  });
}
