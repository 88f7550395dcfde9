import type { Client, Scope } from "../clients/client.ts";
import { configFile } from "../clients/config-file.ts";
import type { Machine } from "../clients/machine.ts";
import { ConfigError } from "@faculties/mcp-kit/options";

/** The file to change; a client without project configuration cannot be told to use it. */
export function fileFor(client: Client, scope: Scope, machine: Machine): string {
  const file = configFile(client, scope, machine);
  if (file !== undefined) return file;
  throw new ConfigError(`${client.title} has no configuration per project. Use --scope user.`);
}
