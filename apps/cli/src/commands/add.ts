import { option } from "@faculties/mcp-kit/options";
import { planAddition } from "../changes/plan-addition.ts";
import { settleChanges } from "../changes/settle-changes.ts";
import type { Scope } from "../clients/client.ts";
import { knownClients } from "../clients/known-clients.ts";
import { defineCommand } from "../command.ts";
import { serverNames } from "../domain/known-servers.ts";
import { ExitCode } from "../exit-code.ts";
import { changeOptions } from "./change-options.ts";
import { chooseClients, chooseServers } from "./choose.ts";
import { planAll } from "./plan-all.ts";
import { readVariables } from "./read-variables.ts";
import { serverSource } from "../servers/server-source.ts";

export const add = defineCommand({
  name: "add",
  usage: "<server…> --client <name>",
  summary: "Add servers to a client's configuration",
  positionals: { most: serverNames.length, choices: serverNames },
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
    from: option.text({
      flag: "from",
      placeholder: "npm|folder",
      describe:
        "Take the servers from npm, or from a clone or a folder with their packages; npm is the default, in a clone that clone",
    }),
  },

  async run({ positionals, values, context }) {
    const env = readVariables(values.env, context.environment);
    const servers = await chooseServers(positionals, "add", serverNames, context);
    const scope = (values.scope ?? "user") as Scope;
    const able = knownClients.filter((one) => scope === "user" || one.projectFile !== undefined);
    const clients = servers.length > 0 ? await chooseClients(values.client, able, context) : [];
    if (clients.length === 0) return ExitCode.declined;
    const source = serverSource(values.from, context);
    const addition = { servers, source, flags: values.arg, env, force: values.force };
    const changes = await planAll(clients, (one) => planAddition(one, scope, addition, context));
    return settleChanges(changes, values, context);
  },
});
