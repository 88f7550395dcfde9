import { createInterface } from "node:readline";

/** @import { ChildProcess } from "node:child_process" */
/** @import { ToolCall } from "./types.ts" */

const INITIALIZE = {
  protocolVersion: "2025-06-18",
  capabilities: {},
  clientInfo: { name: "faculties-bench", version: "1.0.0" },
};

/**
 * @param {{ error?: unknown, result?: { isError?: boolean } }} answer
 * @param {ToolCall} call
 */
function refuseFailure(answer, call) {
  if (answer.error !== undefined || answer.result?.isError)
    throw new Error(`${call.name} failed: ${JSON.stringify(answer)}`);
  return answer.result;
}

/**
 * A client on the standard streams of a server.
 * @param {ChildProcess} child
 */
export async function connectOverStdio({ stdin, stdout }) {
  if (!stdin || !stdout) throw new Error("The server has no standard streams.");
  /** @type {Map<number, (answer: any) => void>} */
  const waiting = new Map();
  createInterface({ input: stdout }).on("line", (line) => {
    const answer = JSON.parse(line);
    waiting.get(answer.id)?.(answer);
  });
  let lastId = 0;
  const request = (/** @type {string} */ method, /** @type {object} */ params) => {
    lastId += 1;
    stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: lastId, method, params })}\n`);
    return new Promise((resolve) => waiting.set(lastId, resolve));
  };
  await request("initialize", INITIALIZE);
  stdin.write(`{"jsonrpc":"2.0","method":"notifications/initialized"}\n`);
  return async (/** @type {ToolCall} */ call) =>
    refuseFailure(await request("tools/call", call), call);
}

/**
 * A client with a session of the 2025 era over HTTP.
 * @param {string} url
 */
export async function connectOverHttp(url) {
  let session = "";
  let lastId = 0;
  const post = (/** @type {object} */ message) =>
    fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...(session && { "mcp-session-id": session, "mcp-protocol-version": "2025-06-18" }),
      },
      body: JSON.stringify({ jsonrpc: "2.0", ...message }),
    });
  const opened = await post({ id: 0, method: "initialize", params: INITIALIZE });
  await opened.text();
  session = opened.headers.get("mcp-session-id") ?? "";
  await (await post({ method: "notifications/initialized" })).text();
  return async (/** @type {ToolCall} */ call) => {
    lastId += 1;
    const text = await (await post({ id: lastId, method: "tools/call", params: call })).text();
    const data = text.startsWith("{") ? text : (/^data: (\{.*)$/m.exec(text)?.[1] ?? "");
    return refuseFailure(JSON.parse(data), call);
  };
}
