import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { isObject, kindOf } from "./json-kinds.ts";

/** What is used of a zod issue, which the SDK hands on as JSON. */
export type Issue = {
  code?: string;
  message?: string;
  path?: readonly (string | number)[];
  expected?: string;
  values?: readonly unknown[];
  keys?: readonly string[];
  errors?: readonly (readonly Issue[])[];
};

const SHOWN_NAME = 100;
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

/**
 * The refusal of wrong `params` that the SDK words as a list of zod issues: one sentence that names the first wrong member and
 * what is expected there. Undefined when the error is about something else.
 */
export function invalidParams(
  method: string,
  request: unknown,
  error: unknown,
): ProtocolError | undefined {
  if (!(error instanceof Error) || (error instanceof ProtocolError && !isAboutCall(error)))
    return undefined;
  const issues = issuesIn(error.message);
  return issues && refuseParams(method, request, issues);
}

/** Of all methods, the SDK checks this one before it calls the handler. */
function isAboutCall({ message }: ProtocolError): boolean {
  return message.startsWith("Invalid tools/call request: ");
}

/** The same for issues that are at hand. */
export function refuseParams(
  method: string,
  request: unknown,
  [first]: readonly Issue[],
): ProtocolError {
  const fault = first ? describeIssue(first, request) : "its params do not fit.";
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `Invalid ${method.slice(0, SHOWN_NAME)} request: ${fault}`,
  );
}

function issuesIn(message: string): Issue[] | undefined {
  const start = message.indexOf("[");
  if (start === -1 || !message.endsWith("]")) return undefined;
  try {
    const parsed: unknown = JSON.parse(message.slice(start));
    const isList =
      Array.isArray(parsed) &&
      parsed.length > 0 &&
      parsed.every((one) => isObject(one) && one["path"]);
    return isList ? (parsed as Issue[]) : undefined;
  } catch {
    return undefined;
  }
}

/** What is wrong with the part of `whole` that an issue names, in a sentence. */
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
