import type { Scope } from "../clients/client.ts";
import type { Configuration } from "../commands/find-configurations.ts";
import type { Context } from "../context.ts";
import type { ConfiguredServer } from "../domain/configured-server.ts";
import { inTurns } from "./in-turns.ts";
import type { Finding } from "./probe-server.ts";

const AT_ONCE = 4;

/** A folder that came from somewhere could have anything started. */
const UNTRUSTED: Finding = {
  status: "skipped",
  message: "not started: it comes with this folder. --scope project starts it",
  checks: [],
};

export type Report = Finding & { client: string; scope: Scope; file: string; name: string };

export type Probing = {
  timeoutMs: number;
  /** Entries that come with a folder are started only if that scope was asked for. */
  scope: Scope | undefined;
  isWanted(configured: ConfiguredServer): boolean;
  /** Whether our servers are also asked for their own checks. */
  asksChecks: boolean;
};

/** Starts the wanted servers, a few at a time; one that several clients start in the same way is started once. */
export async function probeAll(
  found: readonly Configuration[],
  probing: Probing,
  context: Context,
): Promise<Report[]> {
  // Brings the MCP client along, which most commands can do without.
  const { probeServer } = await import("./probe-server.ts");
  const { timeoutMs, asksChecks } = probing;
  const probed = new Map<string, Promise<Finding>>();
  const servers = found.flatMap(({ client, scope, file, servers: all }) =>
    all
      .filter((configured) => probing.isWanted(configured))
      .map((configured) => ({ client, scope, file, configured })),
  );
  return inTurns(servers, AT_ONCE, async ({ client, scope, file, configured }) => {
    const { name, ...start } = configured;
    const where = { client: client.id, scope, file, name };
    if (scope === "project" && probing.scope !== "project") return { ...where, ...UNTRUSTED };
    const probe = { configured, seesShell: client.seesShell, asksChecks };
    const key = JSON.stringify([start, client.seesShell]);
    const finding =
      probed.get(key) ?? probeServer(probe, context, { timeoutMs, signal: context.signal });
    probed.set(key, finding);
    return { ...where, ...(await finding) };
  });
}
