import {
  isInitializeRequest,
  PROTOCOL_VERSION_META_KEY,
  specTypeSchemas,
} from "@modelcontextprotocol/server";
import { checkMessage, INVALID_REQUEST, METHOD_NOT_FOUND, refuse } from "./check-message.ts";
import { refuseParams } from "./invalid-params.ts";
import { isObject } from "./json-kinds.ts";

const MODERN = "2026-07-28";

/** The message or batch of a request's body, or the response that refuses it. */
export function readHttpMessage(
  body: unknown,
  methods: ReadonlySet<string>,
): { message: unknown } | { response: Response } {
  if (Array.isArray(body)) return readBatch(body);
  const checked = checkMessage(body);
  if ("refusal" in checked) return { response: Response.json(checked.refusal, { status: 400 }) };
  if ("ignored" in checked) return answer(400, refuse(null, INVALID_REQUEST, checked.ignored));
  const { message } = checked;
  if ("method" in message && "id" in message) {
    const { id, method } = message;
    // The SDK looks at the headers first, and would blame those of a method that is not there at all.
    if (isModern(message.params) && !methods.has(method))
      return answer(404, refuse(id, METHOD_NOT_FOUND, "Method not found"));
    if (method === "initialize" && !isModern(message.params) && !isInitializeRequest(message)) {
      const { issues = [] } = specTypeSchemas.InitializeRequest["~standard"].validate(message);
      const { code, message: text } = refuseParams(method, message, issues as never);
      return answer(400, refuse(id, code, text));
    }
  }
  return { message };
}

function readBatch(batch: readonly unknown[]): { message: unknown } | { response: Response } {
  const checked = batch.map(checkMessage);
  for (const [at, one] of checked.entries())
    if ("refusal" in one) {
      const { code, message } = one.refusal.error;
      return answer(400, refuse(null, code, `Message ${at + 1} of the batch: ${message}`));
    }
  return { message: checked.flatMap((one) => ("message" in one ? [one.message] : [])) };
}

function answer(status: number, { refusal }: ReturnType<typeof refuse>): { response: Response } {
  return { response: Response.json(refusal, { status }) };
}

function isModern(params: unknown): boolean {
  if (!isObject(params) || !isObject(params["_meta"])) return false;
  return params["_meta"][PROTOCOL_VERSION_META_KEY] === MODERN;
}
