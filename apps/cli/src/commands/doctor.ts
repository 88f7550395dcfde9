import { option } from "@faculties/mcp-kit/options";
import type { Scope } from "../clients/client.ts";
import { defineCommand } from "../command.ts";
import type { Context } from "../context.ts";
import type { ConfiguredServer } from "../domain/configured-server.ts";
import type { Finding } from "../doctor/probe-server.ts";
import { printable } from "../domain/printable.ts";
import { inTurns } from "../doctor/in-turns.ts";
import { ExitCode } from "../exit-code.ts";
import { lookOptions } from "./change-options.ts";
import { type Configuration, findConfigurations } from "./find-configurations.ts";

const AT_ONCE = 4;

/** A folder that came from somewhere could have anything started. */
const UNTRUSTED: Finding = {
  status: "skipped",
  message: "not started: it comes with this folder. --scope project starts it",
  checks: [],
};

type Report = Finding & { client: string; scope: Scope; file: string; name: string };

export const doctor = defineCommand({
  name: "doctor",
  usage: "[name…]",
  summary: "Start every configured server and check that it works",
  positionals: { most: Number.POSITIVE_INFINITY },
  options: {
    ...lookOptions,
    timeout: option.integer({
      flag: "timeout",
      placeholder: "seconds",
      min: 1,
      max: 600,
      default: 60,
      describe: "How long a server may take",
    }),
  },

  async run({ positionals, values, context }) {
    const timeoutMs = values.timeout * 1_000;
    const scope = values.scope as Scope | undefined;
    const found = await findConfigurations({ clients: values.client, scope }, context);
    const problems = [
      ...found.flatMap(({ problem }) => (problem === undefined ? [] : [problem])),
      ...unknownAmong(positionals, found).map((name) => `${name} is not configured here.`),
    ];
    const reports = await probeAll(found, positionals, context, { timeoutMs, scope });
    if (context.signal.aborted) return ExitCode.interrupted;

    if (values.json) context.print(JSON.stringify({ servers: reports, problems }, null, 2));
    else if (reports.length === 0 && problems.length === 0)
      context.print("No server is configured here.");
    else reports.flatMap(linesOf).forEach(context.print);
    problems.forEach(context.warn);
    const hasFailed = problems.length > 0 || reports.some(({ status }) => status === "fail");
    return hasFailed ? ExitCode.failed : ExitCode.done;
  },
});

/** A server that several clients start in the same way is started once. */
async function probeAll(
  found: readonly Configuration[],
  names: readonly string[],
  context: Context,
  { timeoutMs, scope: wanted }: { timeoutMs: number; scope: Scope | undefined },
): Promise<Report[]> {
  // Brings the MCP client along, which the other commands can do without.
  const { probeServer } = await import("../doctor/probe-server.ts");
  const probed = new Map<string, Promise<Finding>>();
  const servers = found.flatMap(({ client, scope, file, servers: all }) =>
    all
      .filter((configured) => names.length === 0 || names.some(isNameOf(configured)))
      .map((configured) => ({ client, scope, file, configured })),
  );
  return inTurns(servers, AT_ONCE, async ({ client, scope, file, configured }) => {
    const { name, ...start } = configured;
    const where = { client: client.id, scope, file, name };
    if (scope === "project" && wanted !== "project") return { ...where, ...UNTRUSTED };
    const probe = { configured, seesShell: client.seesShell };
    const key = JSON.stringify([start, client.seesShell]);
    const finding =
      probed.get(key) ?? probeServer(probe, context, { timeoutMs, signal: context.signal });
    probed.set(key, finding);
    return { ...where, ...(await finding) };
  });
}

function unknownAmong(names: readonly string[], found: readonly Configuration[]): string[] {
  const all = found.flatMap(({ servers }) => servers);
  return names.filter((name) => !all.some((configured) => isNameOf(configured)(name)));
}

/** A server is known by its name in the file and by what it is. */
function isNameOf({ name, server }: ConfiguredServer) {
  return (given: string): boolean => given === name || given === server;
}

function linesOf({ name, client, scope, status, message, checks }: Report): string[] {
  return [
    `${status.padEnd(7)}  ${name} in ${client} (${scope}): ${message}`,
    ...checks.map((one) => `         ${one.status.padEnd(4)}  ${one.name}: ${one.message}`),
  ].map(printable);
}
