import type { Client, Scope } from "../clients/client.ts";
import { configFile } from "../clients/config-file.ts";
import type { Place } from "../clients/place.ts";
import { ConfigError } from "@faculties/mcp-kit/options";

/** The file to change; a client without project configuration cannot be told to use it. */
export function fileFor(client: Client, scope: Scope, place: Place): string {
  const file = configFile(client, scope, place);
  if (file !== undefined) return file;
  throw new ConfigError(`${client.title} has no configuration per project. Use --scope user.`);
}
