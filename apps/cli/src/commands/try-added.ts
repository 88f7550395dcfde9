import type { Client, Scope } from "../clients/client.ts";
import type { Context } from "../context.ts";
import { describeFinding } from "../doctor/describe-finding.ts";
import { probeAll, type Report } from "../doctor/probe-all.ts";
import type { ConfiguredServer } from "../domain/configured-server.ts";
import type { ServerName } from "../domain/known-servers.ts";
import { printable } from "../domain/printable.ts";
import { ExitCode } from "../exit-code.ts";
import { findConfigurations } from "./find-configurations.ts";

/** npx may have to download a package first. */
const TIMEOUT_MS = 120_000;

type Added = { servers: readonly ServerName[]; clients: readonly Client[]; scope: Scope };

/** Starts what was added, as the clients will, and says what the user has now. */
export async function tryAdded(
  { servers, clients, scope }: Added,
  context: Context,
): Promise<number> {
  const ids = clients.map(({ id }) => id);
  const found = await findConfigurations({ clients: ids, scope }, context);
  const isWanted = ({ server }: ConfiguredServer) =>
    server !== undefined && servers.includes(server);
  const probing = { timeoutMs: TIMEOUT_MS, scope, isWanted, asksChecks: true };
  const reports = await probeAll(found, probing, context);
  if (context.signal.aborted) return ExitCode.interrupted;

  const titles = new Map(clients.map(({ id, title }) => [id, title]));
  context.print("");
  for (const report of reports) linesOf(report, titles).forEach(context.print);
  const isBroken = reports.some(({ tools, status }) => status === "fail" && tools === undefined);
  if (isBroken) context.warn("The entries are written. faculties doctor looks at them again.");
  return isBroken ? ExitCode.failed : ExitCode.done;
}

/** One line where everything works; details follow where something needs attention. */
function linesOf(report: Report, titles: ReadonlyMap<string, string>): string[] {
  const remarks = report.checks.filter(({ status }) => status !== "ok");
  return [
    `${report.name} in ${titles.get(report.client)}: ${describeFinding(report)}`,
    ...remarks.map(({ name, message }) => `  ${name}: ${message}`),
  ].map(printable);
}
