import { connect } from "node:net";

export type RawRequest = {
  method?: string;
  target?: string;
  /** Sent as they are, in this order; a Host is added unless there is one. */
  headers?: readonly (readonly [name: string, value: string])[];
  body?: string | Buffer;
  /** False keeps the length out, for bodies that are chunked by hand. */
  withLength?: boolean;
};

export type RawAnswer = {
  /** 0 when the connection ended without an answer. */
  status: number;
  headers: ReadonlyMap<string, string>;
  body: string;
};

export const initialize = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "raw", version: "1" },
  },
});

export const ping = JSON.stringify({ jsonrpc: "2.0", id: 2, method: "ping" });

export const mcpHeaders = [
  ["content-type", "application/json"],
  ["accept", "application/json, text/event-stream"],
] as const;

const PATIENCE_MS = 5_000;

/** Sends a request that no HTTP client would, and reads the answer. */
export function sendRaw(url: URL, request: RawRequest = {}): Promise<RawAnswer> {
  const { method = "POST", target = url.pathname, body = "", withLength = true } = request;
  const headers = [...(request.headers ?? mcpHeaders)];
  if (!headers.some(([name]) => name.toLowerCase() === "host")) headers.unshift(["host", url.host]);
  if (withLength) headers.push(["content-length", String(Buffer.byteLength(body))]);
  headers.push(["connection", "close"]);
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  return sendBytes(url, [`${method} ${target} HTTP/1.1\r\n${lines}\r\n`, Buffer.from(body)]);
}

/** Sends bytes and reads one answer, or as much of it as comes before the connection closes. */
export function sendBytes(url: URL, parts: readonly (string | Buffer)[]): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(url.port), url.hostname);
    const received: Buffer[] = [];
    const late = setTimeout(
      () => socket.destroy(new Error(`No end of the answer within ${PATIENCE_MS} ms.`)),
      PATIENCE_MS,
    );
    let failure: Error | undefined;
    socket.on("data", (chunk) => {
      received.push(chunk);
      if (isWhole(Buffer.concat(received).toString("latin1"))) socket.destroy();
    });
    socket.on("error", (error) => {
      failure = error;
    });
    socket.on("close", () => {
      clearTimeout(late);
      if (failure && !("code" in failure)) reject(failure);
      else resolve(parse(Buffer.concat(received).toString("latin1")));
    });
    for (const part of parts) socket.write(part, "latin1");
  });
}

function isWhole(text: string): boolean {
  const { status, headers, body } = parse(text);
  if (status === 0 || !text.includes("\r\n\r\n")) return false;
  if (headers.get("transfer-encoding") === "chunked") return body.endsWith("0\r\n\r\n");
  return body.length >= Number(headers.get("content-length") ?? Number.POSITIVE_INFINITY);
}

function parse(text: string): RawAnswer {
  const final = text.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, "");
  const [head = "", ...rest] = final.split("\r\n\r\n");
  const [statusLine = "", ...lines] = head.split("\r\n");
  const headers = lines.map((line) => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
  });
  return {
    status: Number(statusLine.split(" ")[1] ?? 0),
    headers: new Map(headers),
    body: rest.join("\r\n\r\n"),
  };
}
