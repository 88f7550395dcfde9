import type { Client, Scope } from "./client.ts";
import { pathsOf, type Place } from "./place.ts";

/** Where a client keeps its servers; undefined when it has no such file. */
export function configFile(client: Client, scope: Scope, place: Place): string | undefined {
  const { join } = pathsOf(place);
  if (scope === "user") return join(client.folder(place), client.file);
  return client.projectFile === undefined ? undefined : join(place.cwd, client.projectFile);
}
