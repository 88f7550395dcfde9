const PROTOCOL = "2026-07-28";

/**
 * A request of the 2026-07-28 era, which needs no session.
 * @param {string} token
 * @param {string} method
 * @param {Record<string, unknown>} params
 */
export function modernMessage(token, method, params) {
  const body = JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method,
    params: {
      ...params,
      _meta: {
        "io.modelcontextprotocol/protocolVersion": PROTOCOL,
        "io.modelcontextprotocol/clientInfo": { name: "faculties-bench", version: "1.0.0" },
        "io.modelcontextprotocol/clientCapabilities": {},
      },
    },
  });
  const headers = {
    authorization: `Bearer ${token}`,
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": PROTOCOL,
    "mcp-method": method,
    ...(typeof params["name"] === "string" && { "mcp-name": params["name"] }),
    "content-length": String(Buffer.byteLength(body)),
  };
  return { headers, body };
}

/**
 * The same as the text that goes over the wire.
 * @param {URL} url
 * @param {Parameters<typeof modernMessage>} message
 */
export function modernText(url, ...message) {
  const { headers, body } = modernMessage(...message);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST ${url.pathname} HTTP/1.1\r\nhost: ${url.host}\r\n${lines.join("")}\r\n${body}`;
}
