import { option } from "@faculties/mcp-kit/options";
import type { Scope } from "../clients/client.ts";
import { defineCommand } from "../command.ts";
import { type Report, probeAll } from "../doctor/probe-all.ts";
import type { ConfiguredServer } from "../domain/configured-server.ts";
import { serverAliases } from "../domain/known-servers.ts";
import { printable } from "../domain/printable.ts";
import { ExitCode } from "../exit-code.ts";
import { lookOptions } from "./change-options.ts";
import { type Configuration, findConfigurations } from "./find-configurations.ts";

export const doctor = defineCommand({
  name: "doctor",
  usage: "[name…]",
  summary: "Start every configured server of ours and check that it works",
  positionals: { most: Number.POSITIVE_INFINITY },
  options: {
    ...lookOptions,
    all: option.boolean({ flag: "all", describe: "Also start the servers that are not ours" }),
    timeout: option.integer({
      flag: "timeout",
      placeholder: "seconds",
      min: 1,
      max: 600,
      default: 60,
      describe: "How long a server may take",
    }),
  },

  async run({ positionals: names, values, context }) {
    const timeoutMs = values.timeout * 1_000;
    const scope = values.scope as Scope | undefined;
    const found = await findConfigurations({ clients: values.client, scope }, context);
    const problems = [
      ...found.flatMap(({ problem }) => (problem === undefined ? [] : [problem])),
      ...unknownAmong(names, found).map((name) => `${name} is not configured here.`),
    ];
    const isWanted = (one: ConfiguredServer) =>
      names.length > 0 ? names.some(isNameOf(one)) : values.all || one.server !== undefined;
    const probing = { timeoutMs, scope, isWanted, asksChecks: true };
    const reports = await probeAll(found, probing, context);
    if (context.signal.aborted) return ExitCode.interrupted;

    if (values.json) context.print(JSON.stringify({ servers: reports, problems }, null, 2));
    else if (reports.length === 0 && problems.length === 0) context.print(nothingIn(found));
    else reports.flatMap(linesOf).forEach(context.print);
    problems.forEach(context.warn);
    const hasFailed = problems.length > 0 || reports.some(({ status }) => status === "fail");
    return hasFailed ? ExitCode.failed : ExitCode.done;
  },
});

function nothingIn(found: readonly Configuration[]): string {
  const others = found.flatMap(({ servers }) => servers).length;
  return others === 0
    ? "No server is configured here."
    : "None of our servers is configured here. --all checks the others.";
}

function unknownAmong(names: readonly string[], found: readonly Configuration[]): string[] {
  const all = found.flatMap(({ servers }) => servers);
  return names.filter((name) => !all.some((configured) => isNameOf(configured)(name)));
}

/** A server is known by its name in the file and by what it is. */
function isNameOf({ name, server }: ConfiguredServer) {
  return (given: string): boolean =>
    given === name || (server !== undefined && serverAliases.get(given) === server);
}

function linesOf({ name, client, scope, status, message, checks }: Report): string[] {
  return [
    `${status.padEnd(7)}  ${name} in ${client} (${scope}): ${message}`,
    ...checks.map((one) => `         ${one.status.padEnd(4)}  ${one.name}: ${one.message}`),
  ].map(printable);
}
