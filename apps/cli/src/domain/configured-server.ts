import { brokenConfig } from "./broken-config.ts";
import { type Launch, recogniseServer } from "./launch.ts";
import type { ServerName } from "./known-servers.ts";

/** An entry of a client's configuration, ours or not. */
export type ConfiguredServer = {
  name: string;
  /** Which of our servers it starts, if any. */
  server: ServerName | undefined;
  /** How it is started; undefined for a server that is reached over the network. */
  launch: Launch | undefined;
  env: Record<string, string>;
  cwd: string | undefined;
  isDisabled: boolean;
};

/** Reads the servers of a parsed configuration. */
export function configuredServers(
  data: Record<string, unknown>,
  container: string,
): ConfiguredServer[] {
  const servers = data[container] ?? {};
  if (typeof servers !== "object" || Array.isArray(servers))
    throw brokenConfig(`${JSON.stringify(container)} is not an object`);
  return Object.entries(servers).map(([name, value]) => readEntry(name, value));
}

function readEntry(name: string, value: unknown): ConfiguredServer {
  const { command, args, env, cwd, disabled, enabled } = asRecord(value);
  const launch =
    typeof command === "string" ? { command, args: asList(args).map(asText) } : undefined;
  return {
    name,
    server: launch && recogniseServer(launch),
    launch,
    env: Object.fromEntries(Object.entries(asRecord(env)).map(([key, one]) => [key, asText(one)])),
    cwd: typeof cwd === "string" ? cwd : undefined,
    isDisabled: disabled === true || enabled === false,
  };
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Only scalars have a meaning here. */
function asText(value: unknown): string {
  return typeof value === "object" ? "" : String(value);
}
