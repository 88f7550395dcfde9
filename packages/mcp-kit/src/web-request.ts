import type { IncomingMessage, ServerResponse } from "node:http";

const LINGER_MS = 500;

/**
 * Reads a body up to a limit; undefined when it is longer. What is too much is thrown away for a moment first: a client that
 * is still sending would be cut off before it has read the answer.
 */
export function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] = [];
    let length = 0;
    let linger: NodeJS.Timeout | undefined;
    const tooLong = () => {
      chunks = [];
      linger ??= setTimeout(() => resolve(undefined), LINGER_MS);
    };
    if (Number(request.headers["content-length"] ?? 0) > maxBytes) tooLong();
    request.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length > maxBytes) tooLong();
      if (linger === undefined) chunks.push(chunk);
    });
    request.once("end", () => {
      clearTimeout(linger);
      resolve(linger === undefined ? Buffer.concat(chunks) : undefined);
    });
    request.once("error", (error) => {
      clearTimeout(linger);
      reject(error);
    });
  });
}

const HOP_BY_HOP = new Set(["connection", "keep-alive", "transfer-encoding"]);

/** The web-standard form of a request whose body was already read. */
export function toWebRequest(
  request: IncomingMessage,
  body: Buffer | undefined,
  signal: AbortSignal,
): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(", ") : value);
  return new Request("http://localhost/mcp", {
    method: request.method ?? "GET",
    headers,
    signal,
    ...(body && { body: new Uint8Array(body) }),
  });
}

/** Streams a web-standard response out, stopping when the client goes away. */
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
    if (!outgoing.write(part.value))
      await new Promise((resolve) => outgoing.once("drain", resolve).once("close", resolve));
  }
  outgoing.end();
}
