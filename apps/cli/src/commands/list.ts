import { defineCommand } from "../command.ts";
import type { Scope } from "../clients/client.ts";
import { maskCredentials } from "../domain/mask-credentials.ts";
import { ExitCode } from "../exit-code.ts";
import { renderTable } from "../render-table.ts";
import { lookOptions } from "./change-options.ts";
import { findConfigurations } from "./find-configurations.ts";

export const list = defineCommand({
  name: "list",
  usage: "",
  summary: "Show which of our servers are configured where",
  positionals: { most: 0 },
  options: lookOptions,

  async run({ values, context }) {
    const { client: clients, scope, json } = values;
    const found = await findConfigurations({ clients, scope: scope as Scope | undefined }, context);
    const problems = found.flatMap(({ problem }) => (problem === undefined ? [] : [problem]));
    const servers = found.flatMap((where) =>
      where.servers.flatMap(({ name, server, launch, env }) =>
        server === undefined
          ? []
          : [
              {
                client: where.client.id,
                scope: where.scope,
                file: where.file,
                name,
                server,
                command: launch?.command,
                args: launch?.args.map(maskCredentials),
                variables: Object.keys(env),
              },
            ],
      ),
    );

    if (json) context.print(JSON.stringify({ servers, problems }, null, 2));
    else if (servers.length === 0) context.print("None of our servers is configured here.");
    else
      renderTable(
        ["server", "client", "scope", "file"],
        servers.map(({ server, client, scope: where, file }) => [server, client, where, file]),
      ).forEach(context.print);
    problems.forEach(context.warn);
    return problems.length > 0 ? ExitCode.failed : ExitCode.done;
  },
});
