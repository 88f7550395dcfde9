// The least an MCP server can do: what remains of a server's figures when the SDK is taken away.
import { closeSync, fsyncSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";

const inputSchema = {
  type: "object",
  properties: { text: { type: "string", description: "Any text." } },
  required: ["text"],
};

const tools = [
  { name: "echo", description: "Return the text it is given.", inputSchema },
  { name: "append", description: "Append the text to a file and fsync it.", inputSchema },
];

/** @type {number | undefined} */
let file;

/** @param {string} text */
function append(text) {
  file ??= openSync(join(process.env["HOME"] ?? ".", "appended"), "a");
  writeSync(file, `${text}\n`);
  fsyncSync(file);
}

/** @param {{ method: string, params: any }} request */
function answer({ method, params }) {
  if (method === "tools/list") return { tools };
  if (method === "tools/call") {
    const { text } = params.arguments;
    if (params.name === "append") append(text);
    return {
      content: [{ type: "text", text: JSON.stringify({ text }) }],
      structuredContent: { text },
    };
  }
  if (method !== "initialize") return {};
  const { protocolVersion } = params;
  const serverInfo = { name: "no-sdk", version: "1.0.0" };
  return { protocolVersion, capabilities: { tools: {} }, serverInfo };
}

const lines = createInterface({ input: process.stdin });
lines.on("line", (line) => {
  const request = JSON.parse(line);
  if (request.id === undefined) return;
  const message = { jsonrpc: "2.0", id: request.id, result: answer(request) };
  process.stdout.write(`${JSON.stringify(message)}\n`);
});
lines.on("close", () => {
  if (file !== undefined) closeSync(file);
});
