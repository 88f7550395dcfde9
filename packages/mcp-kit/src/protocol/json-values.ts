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
