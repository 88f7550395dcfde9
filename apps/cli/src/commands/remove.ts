import { planRemoval } from "../changes/plan-removal.ts";
import { backupsIn, settleChanges } from "../changes/settle-changes.ts";
import type { Scope } from "../clients/client.ts";
import { knownClients } from "../clients/known-clients.ts";
import { defineCommand } from "../command.ts";
import type { Context } from "../context.ts";
import { serverAliases, serverNames } from "../domain/known-servers.ts";
import { ExitCode } from "../exit-code.ts";
import { changeOptions } from "./change-options.ts";
import { chooseClients, chooseServers } from "./choose.ts";
import { findConfigurations } from "./find-configurations.ts";
import { planAll } from "./plan-all.ts";

export const remove = defineCommand({
  name: "remove",
  usage: "<server…> --client <name>",
  summary: "Take servers out of a client's configuration",
  positionals: { most: serverNames.length, aliases: serverAliases },
  options: changeOptions,

  async run({ positionals, values, context }) {
    const scope = (values.scope ?? "user") as Scope;
    const present = await findConfigurations({ clients: values.client, scope }, context);
    const here = present.flatMap(({ client, servers }) =>
      servers.flatMap(({ server }) => (server === undefined ? [] : [{ client, server }])),
    );
    const offered = serverNames.filter((name) => here.some(({ server }) => server === name));
    if (context.isInteractive && positionals.length === 0 && offered.length === 0)
      return nothingToRemove(context);
    const servers = await chooseServers(positionals, "remove", offered, context);
    const able = knownClients.filter(({ id }) =>
      here.some(({ client, server }) => client.id === id && servers.includes(server)),
    );
    if (context.isInteractive && values.client.length === 0 && able.length === 0)
      return nothingToRemove(context);
    const clients = servers.length > 0 ? await chooseClients(values.client, able, context) : [];
    if (clients.length === 0) return ExitCode.declined;
    const removal = { servers, force: values.force };
    const changes = await planAll(clients, (one) =>
      planRemoval(one, scope, removal, context, backupsIn(context)),
    );
    return (await settleChanges(changes, values, context)).code;
  },
});

function nothingToRemove({ print }: Context): number {
  print("None of these servers is configured here.");
  return ExitCode.done;
}
