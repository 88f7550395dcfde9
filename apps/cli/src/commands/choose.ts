import type { Client } from "../clients/client.ts";
import { findInstallation } from "../clients/find-installation.ts";
import { clientIds, knownClients } from "../clients/known-clients.ts";
import type { Context } from "../context.ts";
import { type ServerName, serverNames } from "../domain/known-servers.ts";
import { askForClients, askForServers } from "../prompts.ts";
import { ConfigError } from "@faculties/mcp-kit/options";

/** The servers that were named; without any, the person at the terminal is asked. */
export async function chooseServers(
  named: readonly string[],
  verb: string,
  offered: readonly ServerName[],
  { isInteractive }: Context,
): Promise<ServerName[]> {
  if (named.length > 0) return named as ServerName[];
  if (!isInteractive)
    throw new ConfigError(`Name the servers to ${verb}: ${serverNames.join(", ")}.`);
  return askForServers(verb, offered);
}

/** The clients that were named; without any, the person at the terminal is asked. */
export async function chooseClients(
  named: readonly string[],
  offered: readonly Client[],
  context: Context,
): Promise<Client[]> {
  const ids = named.length > 0 ? named : await ask();
  return knownClients.filter(({ id }) => ids.includes(id));

  async function ask(): Promise<string[]> {
    if (!context.isInteractive)
      throw new ConfigError(`Name the client: --client ${clientIds.join("|")}.`);
    const installed = offered.filter((client) => findInstallation(client, context) !== undefined);
    return askForClients(offered, installed);
  }
}
