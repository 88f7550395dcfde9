import { option } from "@faculties/mcp-kit/options";
import { recipeOf } from "@faculties/recipes";
import { planAddition } from "../changes/plan-addition.ts";
import { settleChanges } from "../changes/settle-changes.ts";
import type { Client, Scope } from "../clients/client.ts";
import { knownClients } from "../clients/known-clients.ts";
import { defineCommand } from "../command.ts";
import type { Context } from "../context.ts";
import { serverAliases, type ServerName, serverNames } from "../domain/known-servers.ts";
import { ExitCode } from "../exit-code.ts";
import { chooseModels, type ModelChoice, variablesOf } from "../models/choose-models.ts";
import { serverSource } from "../servers/server-source.ts";
import { changeOptions } from "./change-options.ts";
import { chooseClients, chooseServers } from "./choose.ts";
import { findConfigurations } from "./find-configurations.ts";
import { planAll } from "./plan-all.ts";
import { readVariables } from "./read-variables.ts";
import { tryAdded } from "./try-added.ts";

export const add = defineCommand({
  name: "add",
  usage: "<server…> --client <name>",
  summary: "Add servers to a client's configuration",
  positionals: { most: serverNames.length, aliases: serverAliases },
  options: {
    ...changeOptions,
    env: option.list({
      flag: "env",
      placeholder: "KEY[=VALUE]",
      isRepeated: true,
      default: [],
      describe: "A variable for the servers; KEY alone takes its value from here; repeatable",
    }),
    arg: option.list({
      flag: "arg",
      placeholder: "flag",
      isRepeated: true,
      default: [],
      describe: "A flag for the servers, such as --arg=--read-only; repeatable",
    }),
    model: option.list({
      flag: "model",
      placeholder: "name",
      default: [],
      describe:
        "The models that converse and langbase-reasoning may ask: openai and so on for a key that is set here, ollama, claude, codex, gemini, or none",
    }),
    from: option.text({
      flag: "from",
      placeholder: "npm|folder",
      describe:
        "Take the servers from npm, or from a clone or a folder with their packages; npm is the default, in a clone that clone",
    }),
    check: option.boolean({
      flag: "check",
      default: true,
      describe: "Do not start the servers afterwards to see that they work",
    }),
  },

  async run({ positionals, values, context }) {
    const env = readVariables(values.env, context.environment);
    const source = serverSource(values.from, context);
    const servers = await chooseServers(positionals, "add", serverNames, context);
    const scope = (values.scope ?? "user") as Scope;
    const able = knownClients.filter((one) => scope === "user" || one.projectFile !== undefined);
    const clients = servers.length > 0 ? await chooseClients(values.client, able, context) : [];
    if (clients.length === 0) return ExitCode.declined;
    const wish = { named: values.model, env, clients };
    const models = new Map<ServerName, ModelChoice>();
    for (const server of await withoutModel(servers, clients, scope, context))
      models.set(server, await chooseModels(server, wish, context));

    const addition = { servers, source, flags: values.arg, env, models, force: values.force };
    const changes = await planAll(clients, (one) => planAddition(one, scope, addition, context));
    const { code, isInPlace } = await settleChanges(changes, values, context);
    if (!isInPlace || !values.check) return code;
    return tryAdded({ servers, clients, scope }, context);
  },
});

/** The servers that use a model and have none yet in one of the clients. */
async function withoutModel(
  servers: readonly ServerName[],
  clients: readonly Client[],
  scope: Scope,
  context: Context,
): Promise<ServerName[]> {
  const ids = clients.map(({ id }) => id);
  const present = await findConfigurations({ clients: ids, scope }, context);
  return servers.filter((server) => {
    const { model } = recipeOf(server);
    if (model === undefined) return false;
    const variables = variablesOf(model);
    const hasModel = (id: string) =>
      present
        .filter(({ client }) => client.id === id)
        .some((where) =>
          where.servers.some(
            (one) => one.server === server && variables.some((name) => name in one.env),
          ),
        );
    return !ids.every(hasModel);
  });
}
