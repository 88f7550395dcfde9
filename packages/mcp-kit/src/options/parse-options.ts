import { readFileSync } from "node:fs";
import { ConfigError, didYouMean } from "./config-error.ts";
import type { Option, Options, OptionValues } from "./define-option.ts";

export type Environment = Readonly<Record<string, string | undefined>>;
type ParsedOptions<Declared extends Options> = {
  values: OptionValues<Declared>;
  positionals: string[];
};

/** Flags win over variables, variables over the `--config` file (of programs that have one), the file over defaults. */
export function parseOptions<Declared extends Options>(
  declared: Declared,
  args: readonly string[],
  environment: Environment,
  { hasConfigFile = true }: { hasConfigFile?: boolean } = {},
): ParsedOptions<Declared> {
  const { flags, positionals, configFile } = readFlags(declared, args, hasConfigFile);
  const file = configFile === undefined ? {} : readConfigFile(configFile, declared);
  const values = Object.entries(declared).map(([name, option]) => {
    const variable = option.env === undefined ? undefined : environment[option.env];
    if (Object.hasOwn(flags, name)) return [name, flags[name]];
    if (option.env !== undefined && variable !== undefined && variable !== "")
      return [name, optionValue(option, variable, option.env)];
    return [name, Object.hasOwn(file, name) ? file[name] : option.default];
  });
  return { values: Object.fromEntries(values) as OptionValues<Declared>, positionals };
}

type Meaning = { name: string; option: Option; fixed?: boolean };

function readFlags(declared: Options, args: readonly string[], hasConfigFile: boolean) {
  const meanings = flagMeanings(declared);
  const shorts = shortFlags(declared);
  const known = [...meanings.keys()];
  const flags: Record<string, unknown> = {};
  const positionals: string[] = [];
  let configFile: string | undefined;
  const rest = [...args];
  // Text that looks like the next flag is hardly meant as a value; after `=` it may be.
  const following = (flag: string) => {
    const value = rest.shift();
    if (value === undefined || value.startsWith("--"))
      throw new ConfigError(`--${flag} needs a value.`);
    return value;
  };
  for (let given = rest.shift(); given !== undefined; given = rest.shift()) {
    const arg = shorts.get(given) ?? given;
    if (arg === "--") {
      positionals.push(...rest.splice(0));
      continue;
    }
    if (!arg.startsWith("--") || arg.length === 2) {
      if (arg.startsWith("-") && arg.length > 1 && !/^-\d/.test(arg))
        throw new ConfigError(unknownFlag(arg, known));
      positionals.push(arg);
      continue;
    }
    const [flag = "", inline] = splitOnce(arg.slice(2), "=");
    if (flag === "config" && hasConfigFile) {
      configFile = inline ?? following(flag);
      continue;
    }
    const meaning = meanings.get(flag);
    if (!meaning) throw new ConfigError(unknownFlag(`--${flag}`, known));
    const { name, option, fixed } = meaning;
    if (fixed === false && inline !== undefined) throw new ConfigError(`--${flag} takes no value.`);
    if (option.kind === "boolean" && inline === undefined) flags[name] = fixed ?? true;
    else {
      const value = optionValue(option, inline ?? following(flag), `--${flag}`);
      const earlier = flags[name];
      flags[name] = Array.isArray(earlier) && Array.isArray(value) ? [...earlier, ...value] : value;
    }
  }
  return { flags, positionals, configFile };
}

function flagMeanings(declared: Options): Map<string, Meaning> {
  const meanings = new Map<string, Meaning>();
  for (const [name, option] of Object.entries(declared)) {
    if (option.flag === undefined) continue;
    meanings.set(option.flag, { name, option });
    if (option.kind === "boolean")
      meanings.set(oppositeFlag(option.flag), { name, option, fixed: false });
  }
  return meanings;
}

function shortFlags(declared: Options): Map<string, string> {
  const pairs = Object.values(declared).flatMap(({ flag, short }) =>
    flag === undefined || short === undefined ? [] : [[`-${short}`, `--${flag}`] as const],
  );
  return new Map(pairs);
}

/** The flag that switches a boolean off. */
export function oppositeFlag(flag: string): string {
  return flag.startsWith("enable-") ? `disable-${flag.slice("enable-".length)}` : `no-${flag}`;
}

function unknownFlag(flag: string, known: readonly string[]): string {
  const hint = didYouMean([flag.replace(/^-+/, "")], known, "--");
  return `Unknown flag ${flag}.${hint} Run with --help for the list.`;
}

function readConfigFile(file: string, declared: Options): Record<string, unknown> {
  const content = readJsonObject(file);
  const byFlag = new Map(
    Object.entries(declared).flatMap(([name, option]) =>
      option.flag ? [[option.flag, name]] : [],
    ),
  );
  return Object.fromEntries(
    Object.entries(content).map(([key, value]) => {
      const name = byFlag.get(key);
      const option = name === undefined ? undefined : declared[name];
      if (name === undefined || option === undefined)
        throw new ConfigError(`${file}: unknown setting "${key}".`);
      const text = Array.isArray(value) ? value.join(",") : String(value);
      return [name, optionValue(option, text, `${file}: ${key}`)];
    }),
  );
}

function readJsonObject(file: string): object {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new ConfigError(`Cannot read the configuration ${file}: ${(error as Error).message}`);
  }
  if (typeof content === "object" && content !== null && !Array.isArray(content)) return content;
  throw new ConfigError(`The configuration ${file} must hold one JSON object.`);
}

function splitOnce(text: string, separator: string): [string, string | undefined] {
  const at = text.indexOf(separator);
  return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

/** Reads one setting's text; `origin` names the flag, variable or file in the error. */
function optionValue(option: Option, text: string, origin: string): unknown {
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
      return listValue(option, text, origin);
    case "boolean":
      return option.isLiteral ? isTrue(text) : booleanValue(text, origin);
    case "choice":
      return requireChoice(text, option.choices, origin);
    default:
      return numberValue(option, text, origin);
  }
}

/** Refuses text that is not the address of an API. The error does not repeat it: some people put passwords into addresses. */
export function requireUrl(text: string, origin: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  throw new ConfigError(`${origin} must be an http or https URL.`);
}

function listValue(
  { choices, isRepeated }: Extract<Option, { kind: "list" }>,
  text: string,
  origin: string,
): string[] {
  if (isRepeated) return [text];
  const items = text
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
  for (const item of items) if (choices) requireChoice(item, choices, origin);
  return items;
}

function requireChoice(text: string, choices: readonly string[], origin: string): string {
  if (choices.includes(text)) return text;
  const hint = didYouMean([text], choices);
  throw new ConfigError(`${origin} must be one of ${choices.join(", ")}, not "${text}".${hint}`);
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
