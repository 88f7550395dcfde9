import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type JSONRPCMessage,
  LOG_LEVEL_META_KEY,
  PROTOCOL_VERSION_META_KEY,
  RELATED_TASK_META_KEY,
  type RequestId,
  specTypeSchemas,
} from "@modelcontextprotocol/server";

export const PARSE_ERROR = -32_700;
export const INVALID_REQUEST = -32_600;
export const METHOD_NOT_FOUND = -32_601;
const INVALID_PARAMS = -32_602;
const INTERNAL_ERROR = -32_603;

export type Refusal = {
  jsonrpc: "2.0";
  id: RequestId | null;
  error: { code: number; message: string };
};

export type CheckedMessage =
  | { message: JSONRPCMessage }
  | { refusal: Refusal }
  /** Not to be answered: a notification with wrong params, or an error, which could be answered with an error for ever. */
  | { ignored: string };

type Members = Record<string, unknown>;

const REQUEST_MEMBERS = new Set(["jsonrpc", "id", "method", "params"]);

/**
 * Reads parsed JSON as one JSON-RPC message. The SDK drops what its schemas do not allow without a word, so nothing of that
 * kind gets past: members that JSON-RPC does not know are cut off, and whatever else is wrong is refused in a sentence.
 */
export function checkMessage(value: unknown): CheckedMessage {
  if (!isObject(value))
    return refuse(null, INVALID_REQUEST, `A message must be a JSON object, not ${kindOf(value)}.`);
  return isResponse(value) ? checkResponse(value) : checkRequest(value);
}

export function refuse(id: RequestId | null, code: number, message: string): { refusal: Refusal } {
  return { refusal: { jsonrpc: "2.0", id, error: { code, message } } };
}

/** The id that an answer to this message would carry. */
export function idOf(value: unknown): RequestId | null {
  return isObject(value) && isId(value["id"]) ? value["id"] : null;
}

function checkRequest(value: Members): CheckedMessage {
  const id = idOf(value);
  if (value["jsonrpc"] !== "2.0")
    return refuse(id, INVALID_REQUEST, 'Not a JSON-RPC 2.0 message: jsonrpc must be "2.0".');
  if (value["id"] !== undefined && id === null)
    return refuse(
      null,
      INVALID_REQUEST,
      `id must be a string or a whole number, not ${kindOf(value["id"])}.`,
    );
  const { method, params } = value;
  if (typeof method !== "string")
    return refuse(
      id,
      INVALID_REQUEST,
      method === undefined
        ? "The message has neither a method nor a result nor an error."
        : `method must be a string, not ${kindOf(method)}.`,
    );
  if (isPlainFrame(value) && isPlain(params)) return { message: value as JSONRPCMessage };
  const checked = checkParams(params ?? undefined);
  if ("fault" in checked)
    return id === null ? { ignored: checked.fault } : refuse(id, INVALID_PARAMS, checked.fault);
  const message = {
    jsonrpc: "2.0",
    ...(id !== null && { id }),
    method,
    ...(checked.params && { params: checked.params }),
  };
  return { message: message as JSONRPCMessage };
}

/** Null stands for a member that is not there: serialisers write it for optional members. */
function checkParams(params: unknown): { params?: Members } | { fault: string } {
  if (params === undefined) return {};
  if (!isObject(params)) return { fault: `params must be an object, not ${kindOf(params)}.` };
  if (!Object.hasOwn(params, "_meta")) return { params };
  const { _meta: given, ...others } = params;
  if (given === null) return { params: others };
  if (!isObject(given)) return { fault: `params._meta must be an object, not ${kindOf(given)}.` };
  const meta = { ...given };
  for (const key of ["progressToken", RELATED_TASK_META_KEY])
    if (meta[key] === null) delete meta[key];
  const { progressToken, [RELATED_TASK_META_KEY]: task } = meta;
  if (progressToken !== undefined && !isId(progressToken))
    return {
      fault: `params._meta.progressToken must be a string or a whole number, not ${kindOf(progressToken)}.`,
    };
  if (task !== undefined && !(isObject(task) && typeof task["taskId"] === "string"))
    return {
      fault: `params._meta["${RELATED_TASK_META_KEY}"] must be an object with a taskId that is a string.`,
    };
  const fault = envelopeFault(meta);
  return fault === undefined ? { params: { ...others, _meta: meta } } : { fault };
}

function isPlainFrame(value: Members): boolean {
  for (const key in value) if (!REQUEST_MEMBERS.has(key)) return false;
  return true;
}

/** Whether the params can be passed on without a copy. */
function isPlain(params: unknown): boolean {
  if (params === undefined) return true;
  if (!isObject(params)) return false;
  const meta = params["_meta"];
  if (meta === undefined) return true;
  if (!isObject(meta)) return false;
  const token = meta["progressToken"];
  return (
    (token === undefined || isId(token)) &&
    meta[RELATED_TASK_META_KEY] === undefined &&
    meta[PROTOCOL_VERSION_META_KEY] === undefined
  );
}

/** Whether this is meant as an answer, well-formed or not. */
export function isResponse(value: unknown): boolean {
  return isObject(value) && !("method" in value) && ("result" in value || "error" in value);
}

/** An answer is never answered. A malformed one still ends the wait of the request that it is for. */
function checkResponse(value: Members): CheckedMessage {
  const { jsonrpc, result, error } = value;
  const id = idOf(value);
  if (id === null || jsonrpc !== "2.0") {
    if ("error" in value) return { ignored: "The error belongs to no request." };
    return refuse(
      null,
      INVALID_REQUEST,
      'A result needs jsonrpc "2.0" and the id of the request that it answers.',
    );
  }
  if (
    isObject(error) &&
    Number.isSafeInteger(error["code"]) &&
    typeof error["message"] === "string"
  ) {
    const { code, message, data } = error as { code: number; message: string; data?: unknown };
    return { message: { jsonrpc, id, error: { code, message, ...("data" in error && { data }) } } };
  }
  if (isObject(result) && (result["_meta"] === undefined || isObject(result["_meta"])))
    return { message: { jsonrpc, id, result } };
  const message = "The client's answer is malformed.";
  return { message: { jsonrpc, id, error: { code: INTERNAL_ERROR, message } } };
}

function isId(value: unknown): value is RequestId {
  return typeof value === "string" || Number.isSafeInteger(value);
}

const members = [
  { key: CLIENT_CAPABILITIES_META_KEY, schema: specTypeSchemas.ClientCapabilities, required: true },
  { key: CLIENT_INFO_META_KEY, schema: specTypeSchemas.Implementation, required: false },
  { key: LOG_LEVEL_META_KEY, schema: specTypeSchemas.LoggingLevel, required: false },
];

/** The fault in the members of `_meta` with which a client of 2026-07-28 describes itself: over stdio the SDK does not name the member. */
function envelopeFault(meta: Readonly<Record<string, unknown>>): string | undefined {
  const version = meta[PROTOCOL_VERSION_META_KEY];
  if (version === undefined) return undefined;
  if (typeof version !== "string")
    return `params._meta["${PROTOCOL_VERSION_META_KEY}"] must be a string, not ${kindOf(version)}.`;
  for (const { key, schema, required } of members) {
    const value = meta[key];
    if (value === undefined && !required) continue;
    const { issues } = schema["~standard"].validate(value) as { issues?: readonly Issue[] };
    if (issues?.[0]) return describeIssue(issues[0], value, `params._meta["${key}"]`);
  }
  return undefined;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The type of a JSON value in words. */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

/** Reads bytes as JSON; undefined when they are not JSON. Invalid UTF-8 becomes U+FFFD, so that the id is still read. */
export function parseJson(bytes: Buffer): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(bytes.toString()) };
  } catch {
    return undefined;
  }
}

/** The members of a zod issue that the kit uses; the SDK passes issues on as JSON. */
export type Issue = {
  code?: string;
  message?: string;
  path?: readonly (string | number)[];
  expected?: string;
  values?: readonly unknown[];
  keys?: readonly string[];
  errors?: readonly (readonly Issue[])[];
};

/** How much of a name that a caller chose is repeated to it. */
export const SHOWN_NAME = 100;
const MOST_VALUES = 10;
const types: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  int: "a whole number",
  boolean: "a boolean",
  object: "an object",
  record: "an object",
  array: "an array",
};

/** Describes in a sentence the fault in the part of `whole` that an issue names. */
export function describeIssue(issue: Issue, whole: unknown, name = ""): string {
  const path = issue.path ?? [];
  const steps = name === "" ? path : [name, ...path];
  const member = steps.join(".").slice(0, SHOWN_NAME) || "the message";
  if (issue.keys)
    return `${member} must not have ${issue.keys.slice(0, MOST_VALUES).join(", ").slice(0, SHOWN_NAME)}.`;
  const wanted = wantedBy(issue);
  const value = path.reduce<unknown>(
    (parent, key) => (isStructure(parent) && Object.hasOwn(parent, key) ? parent[key] : undefined),
    whole,
  );
  if (wanted === undefined) return `${member} is not valid.`;
  return value === undefined
    ? `${member} is missing; it must be ${wanted}.`
    : `${member} must be ${wanted}, not ${issue.values ? "another value" : kindOf(value)}.`;
}

function wantedBy({ expected, values, errors }: Issue): string | undefined {
  if (values)
    return values
      .slice(0, MOST_VALUES)
      .map((value) => JSON.stringify(value))
      .join(" or ");
  if (errors) {
    const choices = errors.flatMap(([first]) => (first && wantedBy(first)) ?? []);
    return choices.length > 0 ? [...new Set(choices)].join(" or ") : undefined;
  }
  return expected === undefined ? undefined : (types[expected] ?? `of the type ${expected}`);
}

function isStructure(value: unknown): value is Record<string | number, unknown> {
  return typeof value === "object" && value !== null;
}
