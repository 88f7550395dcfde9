import { ConfigError } from "./config-error.ts";
import type { Option } from "./define-option.ts";

/** Reads one setting's text; `origin` names the flag, variable or file in the error. */
export function optionValue(option: Option, text: string, origin: string): unknown {
  switch (option.kind) {
    case "string":
      if (text.trim() === "") throw new ConfigError(`${origin} needs a value.`);
      return text;
    case "secret":
      // A key that is pasted or read from a file easily brings a line end along.
      return text.trim();
    case "url":
      return requireUrl(text.trim(), origin);
    case "list":
      return text
        .split(",")
        .map((item) => item.trim())
        .filter((item) => item !== "");
    case "boolean":
      return option.isLiteral ? isTrue(text) : booleanValue(text, origin);
    case "choice":
      if (option.choices.includes(text)) return text;
      throw new ConfigError(
        `${origin} must be one of ${option.choices.join(", ")}, not "${text}".`,
      );
    default:
      return numberValue(option, text, origin);
  }
}

/** Refuses what is no address of an API. The text is not repeated: some people put passwords into addresses. */
export function requireUrl(text: string, origin: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  throw new ConfigError(`${origin} must be an http or https URL.`);
}

const isTrue = (text: string): boolean => text.trim().toLowerCase() === "true";

function booleanValue(text: string, origin: string): boolean {
  const value = {
    true: true,
    "1": true,
    yes: true,
    on: true,
    false: false,
    "0": false,
    no: false,
    off: false,
  }[text.trim().toLowerCase()];
  if (value === undefined) throw new ConfigError(`${origin} must be true or false, not "${text}".`);
  return value;
}

function numberValue(
  { kind, min, max }: Extract<Option, { kind: "integer" | "number" }>,
  text: string,
  origin: string,
): number {
  const value = text.trim() === "" ? Number.NaN : Number(text);
  const fits =
    Number.isFinite(value) &&
    (kind === "number" || Number.isSafeInteger(value)) &&
    value >= (min ?? -Infinity) &&
    value <= (max ?? Infinity);
  if (fits) return value;
  throw new ConfigError(
    `${origin} must be ${kind === "integer" ? "a whole number" : "a number"}${range(min, max)}, not "${text}".`,
  );
}

function range(min: number | undefined, max: number | undefined): string {
  if (min !== undefined && max !== undefined) return ` from ${min} to ${max}`;
  if (min !== undefined) return ` of at least ${min}`;
  return max === undefined ? "" : ` of at most ${max}`;
}
