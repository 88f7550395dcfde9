import { CodedError } from "@faculties/errors";
import { naming, readServers } from "../changes/read-servers.ts";
import { type Client, type Scope, scopes } from "../clients/client.ts";
import { configFile } from "../clients/config-file.ts";
import { knownClients } from "../clients/known-clients.ts";
import type { Machine } from "../clients/machine.ts";
import type { ConfiguredServer } from "../domain/configured-server.ts";
import { readConfigText } from "../files/config-text.ts";

export type Configuration = {
  client: Client;
  scope: Scope;
  file: string;
  servers: ConfiguredServer[];
  /** Why the file says nothing, when it cannot be read. */
  problem?: string;
};

export type Selection = { clients: readonly string[]; scope: Scope | undefined };

/** Every configuration file that is there, with its servers. */
export async function findConfigurations(
  { clients, scope }: Selection,
  machine: Machine,
): Promise<Configuration[]> {
  const wanted = knownClients.filter(({ id }) => clients.length === 0 || clients.includes(id));
  const places = wanted.flatMap((client) =>
    (scope ? [scope] : scopes).flatMap((one) => {
      const file = configFile(client, one, machine);
      // In the home folder some clients have one file for both.
      const isUsers = one === "project" && file === configFile(client, "user", machine);
      return file === undefined || (isUsers && !scope) ? [] : [{ client, scope: one, file }];
    }),
  );
  const found = await Promise.all(places.map(readConfiguration));
  return found.filter((one) => one !== undefined);
}

async function readConfiguration(
  where: Omit<Configuration, "servers">,
): Promise<Configuration | undefined> {
  const { client, file } = where;
  try {
    const { text } = await readConfigText(file);
    if (text === undefined) return undefined;
    return { ...where, servers: naming(file, () => readServers(client, text)) };
  } catch (error) {
    if (!(error instanceof CodedError)) throw error;
    return { ...where, servers: [], problem: error.message };
  }
}
