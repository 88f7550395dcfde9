import type { JSONRPCMessage, RequestId } from "@modelcontextprotocol/server";
import type { Line } from "./line-splitter.ts";
import { parseJson } from "./parse-json.ts";

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;

export type Refusal = {
  jsonrpc: "2.0";
  id: RequestId | null;
  error: { code: number; message: string };
};
export type ReadMessage = { message: JSONRPCMessage } | { refusal: Refusal };

/** Reads one line as JSON-RPC, or says in JSON-RPC why it cannot be. */
export function readMessage(line: Line, maxLineBytes: number): ReadMessage {
  if (line.kind === "overlong")
    return refuse(
      idOfOverlong(line.head.toString(), line.tail.toString()),
      INVALID_REQUEST,
      `The message is longer than the limit of ${maxLineBytes} bytes. Send less, or in parts.`,
    );
  const json = parseJson(line.bytes);
  if (json === undefined) return refuse(null, PARSE_ERROR, "The line is not JSON.");
  const { value } = json;
  if (isMessage(value)) return { message: value };
  const reason = Array.isArray(value)
    ? "Batches are not supported. Send each message on a line of its own."
    : "The line is JSON but no JSON-RPC 2.0 message.";
  return refuse(idOf(value), INVALID_REQUEST, reason);
}

function refuse(id: RequestId | null, code: number, message: string): ReadMessage {
  return { refusal: { jsonrpc: "2.0", id, error: { code, message } } };
}

function isMessage(value: unknown): value is JSONRPCMessage {
  if (!isObject(value) || value["jsonrpc"] !== "2.0") return false;
  if (value["id"] !== undefined && !isId(value["id"])) return false;
  if ("method" in value)
    return (
      typeof value["method"] === "string" &&
      (value["params"] === undefined || isObject(value["params"]))
    );
  return value["id"] !== undefined && (isObject(value["result"]) || isObject(value["error"]));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isId(value: unknown): value is RequestId {
  return typeof value === "string" || Number.isSafeInteger(value);
}

function idOf(value: unknown): RequestId | null {
  return isObject(value) && isId(value["id"]) ? value["id"] : null;
}

/** Clients write the id first or last, so the two ends of an over-long line nearly always show it. */
function idOfOverlong(head: string, tail: string): RequestId | null {
  const id = String.raw`"id"\s*:\s*("(?:[^"\\]|\\.){0,200}"|-?\d{1,15})`;
  const version = String.raw`"jsonrpc"\s*:\s*"2\.0"`;
  const found =
    new RegExp(String.raw`^\s*\{\s*(?:${version}\s*,\s*)?${id}\s*,`).exec(head)?.[1] ??
    new RegExp(String.raw`,\s*${id}\s*(?:,\s*${version}\s*)?\}\s*$`).exec(tail)?.[1];
  return found === undefined ? null : (JSON.parse(found) as RequestId);
}
