import type { ServerResponse } from "node:http";

const SAFE_HEADERS = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), microphone=(), geolocation=()",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};

export function secure(response: ServerResponse): void {
  for (const [name, value] of Object.entries(SAFE_HEADERS)) response.setHeader(name, value);
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json", "cache-control": "no-store" });
  response.end(JSON.stringify(body));
}

export function refuse(response: ServerResponse, status: number, message: string): void {
  response.setHeader("connection", "close");
  sendJson(response, status, { error: message });
}

/** The same for a person who opens an address in a browser. */
export function refuseAsPage(response: ServerResponse, status: number, message: string): void {
  const [title = message, ...rest] = message.split(/(?<=\.) /);
  response.writeHead(status, { "content-type": "text/html; charset=utf-8", connection: "close" });
  response.end(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Faculties</title>
<h1>${title}</h1>
<p>${rest.join(" ")}</p>
<p>The terminal in which you started the console shows it: <code>Open http://…/?token=…</code></p>
</html>
`);
}
