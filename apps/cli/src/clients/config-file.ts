import type { Client, Scope } from "./client.ts";
import { pathsOf, type Machine } from "./machine.ts";

/** Where a client keeps its servers; undefined when it has no such file. */
export function configFile(client: Client, scope: Scope, machine: Machine): string | undefined {
  const { join } = pathsOf(machine);
  if (scope === "user") return join(client.folder(machine), client.file);
  return client.projectFile === undefined ? undefined : join(machine.cwd, client.projectFile);
}
