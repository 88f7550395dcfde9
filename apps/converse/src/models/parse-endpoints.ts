import { ConfigError, requireUrl } from "@faculties/mcp-kit";

export type Endpoint = { name: string; baseUrl: string; apiKey?: string | undefined };

const NAMED = /^([A-Za-z][\w-]*)=(.+)$/s;

/**
 * Parses the compatible servers from `url`, `name=url` or several of these. A key without a name belongs to the first server
 * only: no server gets the key of another.
 */
export function parseEndpoints(addresses: readonly string[], keys: string | undefined): Endpoint[] {
  const endpoints = addresses.map((address, index): Endpoint => {
    const [, name, named] = NAMED.exec(address) ?? [];
    const baseUrl = requireUrl(named ?? address, "COMPATIBLE_BASE_URL");
    if (name !== undefined) return { name: checkName(name), baseUrl };
    return { name: index === 0 ? "compatible" : `compatible-${index + 1}`, baseUrl };
  });
  const names = endpoints.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) {
    throw new ConfigError(`COMPATIBLE_BASE_URL names the server ${twice} twice.`);
  }
  const keyOf = keysByName(keys, names);
  return endpoints.map((endpoint) => ({ ...endpoint, apiKey: keyOf.get(endpoint.name) }));
}

function keysByName(keys: string | undefined, names: readonly string[]): Map<string, string> {
  const [first] = names;
  const parts = (keys ?? "").split(",").map((part) => NAMED.exec(part.trim()));
  const areNamed = parts.every((part) => names.includes(part?.[1]?.toLowerCase() ?? ""));
  if (areNamed)
    return new Map(parts.map((part) => [part?.[1]?.toLowerCase() ?? "", part?.[2] ?? ""]));
  return new Map(first === undefined || keys === undefined ? [] : [[first, keys]]);
}

function checkName(name: string): string {
  const lower = name.toLowerCase();
  if (!VENDORS.includes(lower)) return lower;
  throw new ConfigError(
    `COMPATIBLE_BASE_URL: the name ${name} is that of a provider. Choose another.`,
  );
}

/** The providers other than the user's own servers, by the prefix of their models. */
export const VENDORS: readonly string[] = [
  "openai",
  "google",
  "xai",
  "anthropic",
  "openrouter",
  "cli",
];
