import { ConfigError } from "@faculties/mcp-kit/options";

type Environment = Readonly<Record<string, string | undefined>>;

/** `KEY=VALUE`, or `KEY` for the value that the variable has here. Errors never repeat what was given. */
export function readVariables(
  given: readonly string[],
  environment: Environment,
): Record<string, string> {
  return Object.fromEntries(given.map((text) => readVariable(text, environment)));
}

function readVariable(text: string, environment: Environment): [string, string] {
  const [, key, value] = /^([A-Za-z_]\w*)(?:=([^]*))?$/.exec(text) ?? [];
  if (key === undefined)
    throw new ConfigError("--env wants KEY=VALUE, or KEY alone for the value it has here.");
  const wanted = value ?? environment[key];
  if (wanted === undefined)
    throw new ConfigError(`--env ${key}: the variable has no value here. Write ${key}=VALUE.`);
  return [key, wanted];
}
