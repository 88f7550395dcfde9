import { option } from "@faculties/mcp-kit/options";
import type { Scope } from "../clients/client.ts";
import { defineCommand } from "../command.ts";
import type { Context } from "../context.ts";
import { describeFinding } from "../doctor/describe-finding.ts";
import { probeAll, type Report } from "../doctor/probe-all.ts";
import { maskCredentials } from "../domain/mask-credentials.ts";
import { ExitCode } from "../exit-code.ts";
import { renderTable } from "../render-table.ts";
import { lookOptions } from "./change-options.ts";
import { type Configuration, findConfigurations } from "./find-configurations.ts";

/** npx may have to download a package first. */
const TIMEOUT_MS = 60_000;

export const list = defineCommand({
  name: "list",
  usage: "",
  summary: "Show which of our servers are configured where, and what they offer",
  positionals: { most: 0 },
  options: {
    ...lookOptions,
    check: option.boolean({
      flag: "check",
      default: true,
      describe: "Do not start the servers to see what they offer",
    }),
  },

  async run({ values, context }) {
    const scope = values.scope as Scope | undefined;
    const found = await findConfigurations({ clients: values.client, scope }, context);
    const problems = found.flatMap(({ problem }) => (problem === undefined ? [] : [problem]));
    const reports = values.check ? await probeOurs(found, scope, context) : [];
    if (context.signal.aborted) return ExitCode.interrupted;
    const servers = found.flatMap((where) => entriesOf(where, reports));

    if (values.json) context.print(JSON.stringify({ servers, problems }, null, 2));
    else if (servers.length === 0) context.print("None of our servers is configured here.");
    else
      renderTable(
        ["server", "client", "scope", ...(values.check ? ["offers"] : []), "file"],
        servers.map(({ server, client, scope: where, offers, file }) => [
          server,
          client,
          where,
          ...(offers === undefined ? [] : [offers]),
          file,
        ]),
      ).forEach(context.print);
    problems.forEach(context.warn);
    return problems.length > 0 ? ExitCode.failed : ExitCode.done;
  },
});

function probeOurs(
  found: readonly Configuration[],
  scope: Scope | undefined,
  context: Context,
): Promise<Report[]> {
  const isWanted = ({ server }: { server: unknown }) => server !== undefined;
  const probing = { timeoutMs: TIMEOUT_MS, scope, isWanted, asksChecks: false };
  return probeAll(found, probing, context);
}

function entriesOf({ client, scope, file, servers }: Configuration, reports: readonly Report[]) {
  return servers.flatMap(({ name, server, launch, env }) => {
    if (server === undefined) return [];
    const report = reports.find(
      (one) => one.client === client.id && one.file === file && one.name === name,
    );
    return [
      {
        client: client.id,
        scope,
        file,
        name,
        server,
        command: launch?.command,
        args: launch?.args.map(maskCredentials),
        variables: Object.keys(env),
        ...(report && { offers: describeFinding(report) }),
      },
    ];
  });
}
