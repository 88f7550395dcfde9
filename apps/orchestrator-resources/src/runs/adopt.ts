import type { Logger } from "@faculties/mcp-kit";
import type { Transaction } from "@faculties/storage";
import type { ChildPolicy } from "../children/child-policy.ts";
import { hasTemplates } from "../domain/node-attributes.ts";
import type { Database } from "../store/database.ts";
import type { GraphStore } from "../store/graphs.ts";
import { runKey } from "../store/lock-keys.ts";
import { takeOverTasks } from "../store/remote-tasks.ts";
import { claimRun, openRunsOf, orphanedRuns } from "../store/run-owners.ts";
import { nodesOf } from "../store/runs.ts";
import type { RunRow } from "../store/tables.ts";
import type { RunEngine, StoredRun } from "./run-engine.ts";

export type AdoptionParts = {
  database: Database;
  graphs: GraphStore;
  policy: ChildPolicy;
  runs: RunEngine;
  log: Pick<Logger, "warn" | "info">;
};

/** Whether there are runs that nobody executes; those too young to count as forgotten are among them. */
export async function hasLeftRuns(
  tx: Transaction,
  { database, runs }: AdoptionParts,
): Promise<boolean> {
  const own = await openRunsOf(tx, database.writer);
  if (own.some(({ runId }) => !runs.find(runId))) return true;
  return (await orphanedRuns(tx, database.writer)).length > 0;
}

/** Continues the runs of processes that have ended, as far as this one may run what is in them. */
export async function adoptOrphans(parts: AdoptionParts): Promise<void> {
  const { database } = parts;
  for (const run of await database.query((tx) => orphanedRuns(tx, database.writer)))
    await guarded(run, parts, async () => {
      if (await mayRun(run, parts)) await adopt(run, parts, "the server that ran it ended");
    });
}

/** Continues runs that are this process' own and that it does not execute: the answer to their start was lost. */
export async function resumeForgotten(parts: AdoptionParts, sinceMs: number): Promise<void> {
  const { database, runs } = parts;
  for (const run of await database.query((tx) => openRunsOf(tx, database.writer)))
    if (!runs.find(run.runId) && database.now() - run.createdAt > sinceMs)
      await guarded(run, parts, () => adopt(run, parts, "the answer to its start was lost"));
}

/** One run that cannot be continued must not stop the others, or the server. */
async function guarded(
  { runId }: Pick<RunRow, "runId">,
  { log }: Pick<AdoptionParts, "log">,
  action: () => Promise<unknown>,
): Promise<void> {
  try {
    await action();
  } catch (error) {
    log.warn("a run cannot be continued", { runId, error });
  }
}

/** Makes a run this process' own and executes it from where it is; false when another was faster. */
export async function adopt(
  run: Pick<RunRow, "runId" | "epoch">,
  { database, runs, log }: Pick<AdoptionParts, "database" | "runs" | "log">,
  reason: string,
): Promise<boolean> {
  const { runId } = run;
  const stored = await database.write(
    async (tx, outbox): Promise<StoredRun | undefined> => {
      const claimed = await claimRun(tx, outbox, run, database.writer);
      if (!claimed) return undefined;
      await takeOverTasks(tx, runId, database.writer);
      const { opId, graphId, epoch } = claimed;
      const payload = { message: "taken over", reason, epoch, by: database.writer };
      outbox.record({ kind: "STATUS", level: "warn", runId, opId, graphId, payload });
      const nodes = await nodesOf(tx, runId);
      return { run: claimed, restored: new Map(nodes.map((node) => [node.nodeId, node])) };
    },
    { locks: [runKey(runId)] },
  );
  if (!stored) return false;
  log.info("a run is continued", { runId, reason });
  runs.begin(stored);
  return true;
}

/** A server that may not run a command leaves the run to one that may. */
async function mayRun(
  { graphId, graphVersion }: RunRow,
  { database, graphs, policy }: AdoptionParts,
): Promise<boolean> {
  if (graphId === null) return true;
  const { state } = await database.read((tx) =>
    graphs.load(tx, graphId, graphVersion ?? undefined),
  );
  return [...state.nodes.values()].every(({ attributes }) => {
    const { kind, command, worker_label: label } = attributes;
    if (kind !== "child" || label !== undefined || hasTemplates({ command: command ?? "" }))
      return true;
    return policy.allows(String(command));
  });
}
