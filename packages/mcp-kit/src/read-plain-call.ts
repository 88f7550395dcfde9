import type { JSONRPCMessage, RequestId, RequestMeta } from "@modelcontextprotocol/server";

export type PlainCall = {
  jsonrpc: "2.0";
  id: RequestId;
  method: "tools/call";
  params: { name: string; arguments?: Record<string, unknown>; _meta?: RequestMeta };
};

type PlainCancellation = {
  jsonrpc: "2.0";
  method: "notifications/cancelled";
  params: { requestId: RequestId; reason?: string };
};

/** Only what every version of the protocol reads in the same way; the kit has checked the outer frame already. */
export function isPlainCall(message: JSONRPCMessage): message is PlainCall {
  if (!("method" in message) || message.method !== "tools/call" || !("id" in message)) return false;
  const { params } = message;
  if (params === undefined || !hasOnly(message, CALL_KEYS) || !hasOnly(params, CALL_PARAMS))
    return false;
  const { name, arguments: input, _meta: meta } = params as Record<string, unknown>;
  return (
    typeof name === "string" &&
    (input === undefined || isOrdinary(input)) &&
    (meta === undefined || isOrdinaryMeta(meta))
  );
}

export function isPlainCancellation(message: JSONRPCMessage): message is PlainCancellation {
  if (!("method" in message) || message.method !== "notifications/cancelled") return false;
  const { params } = message;
  if (params === undefined || !hasOnly(message, NOTIFICATION_KEYS)) return false;
  const { reason, _meta: meta } = params as Record<string, unknown>;
  return (
    (reason === undefined || typeof reason === "string") &&
    (meta === undefined || isOrdinaryMeta(meta))
  );
}

const CALL_KEYS = new Set(["jsonrpc", "id", "method", "params"]);
const CALL_PARAMS = new Set(["name", "arguments", "_meta"]);
const NOTIFICATION_KEYS = new Set(["jsonrpc", "method", "params"]);
const RESERVED = "io.modelcontextprotocol/";

function hasOnly(value: object, allowed: ReadonlySet<string>): boolean {
  for (const key in value) if (!allowed.has(key)) return false;
  return true;
}

/** A JSON object without the keys that copying it could lose or mistake for something else. */
function isOrdinary(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    !Object.hasOwn(value, "__proto__") &&
    !Object.hasOwn(value, "constructor")
  );
}

function isOrdinaryMeta(meta: unknown): boolean {
  if (!isOrdinary(meta)) return false;
  for (const key in meta) if (key.startsWith(RESERVED)) return false;
  const token = meta["progressToken"];
  return token === undefined || typeof token === "string" || Number.isSafeInteger(token);
}
