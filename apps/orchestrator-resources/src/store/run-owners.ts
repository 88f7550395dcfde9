import { CodedError } from "@faculties/errors";
import {
  and,
  asc,
  eq,
  inArray,
  inParts,
  isNotNull,
  isNull,
  ne,
  or,
  type Transaction,
} from "@faculties/storage";
import type { Outbox } from "./database.ts";
import { FINAL_STATES, findRun, getRun, updateRun } from "./runs.ts";
import { answers, instances, runNodes, type RunRow, runs } from "./tables.ts";

/** A claim on a run. */
export type Owner = Pick<RunRow, "instanceId" | "epoch">;

/** Whether a run still belongs to the process that claimed it. */
export async function isOwner(tx: Transaction, runId: string, owner: Owner): Promise<boolean> {
  const [row] = await tx
    .select({ instanceId: runs.instanceId, epoch: runs.epoch, state: runs.state })
    .from(runs)
    .where(eq(runs.runId, runId));
  return (
    row?.instanceId === owner.instanceId &&
    row.epoch === owner.epoch &&
    !FINAL_STATES.includes(row.state)
  );
}

/** Gives a run to a process; undefined when it has ended or another was faster. */
export async function claimRun(
  tx: Transaction,
  outbox: Outbox,
  run: Pick<RunRow, "runId" | "epoch">,
  instanceId: string,
): Promise<RunRow | undefined> {
  const now = await findRun(tx, run.runId);
  if (!now || FINAL_STATES.includes(now.state) || now.epoch !== run.epoch) return undefined;
  return updateRun(tx, outbox, run.runId, { instanceId, epoch: run.epoch + 1 });
}

/** Opens a run again that did not succeed, with what did in it. */
export async function reopenRun(
  tx: Transaction,
  outbox: Outbox,
  { runId, epoch, resumes }: Pick<RunRow, "runId" | "epoch" | "resumes">,
  instanceId: string,
): Promise<RunRow> {
  const { state, epoch: found } = await getRun(tx, runId);
  if (found !== epoch || (state !== "failed" && state !== "cancelled"))
    throw new CodedError("E-PLAN-STATE", `The run "${runId}" is ${state} by now.`, {
      details: { runId, state },
    });
  await tx.delete(runNodes).where(and(eq(runNodes.runId, runId), ne(runNodes.state, "succeeded")));
  await tx.delete(answers).where(eq(answers.runId, runId));
  return updateRun(tx, outbox, runId, {
    instanceId,
    epoch: epoch + 1,
    resumes: resumes + 1,
    state: "running",
    startedAt: outbox.now,
    endedAt: null,
    error: null,
    outcome: null,
  });
}

/** Open runs whose process has ended, oldest first. */
export async function orphanedRuns(tx: Transaction, own: string): Promise<RunRow[]> {
  const rows = await tx
    .select()
    .from(runs)
    .leftJoin(instances, eq(instances.instanceId, runs.instanceId))
    .where(
      and(
        isNull(runs.endedAt),
        ne(runs.instanceId, own),
        or(isNull(instances.instanceId), isNotNull(instances.endedAt)),
      ),
    )
    .orderBy(asc(runs.ordinal))
    .limit(256);
  return rows.map(({ runs: run }) => run);
}

/** Open runs that are said to be executed by a process. */
export async function openRunsOf(tx: Transaction, instanceId: string): Promise<RunRow[]> {
  return tx
    .select()
    .from(runs)
    .where(and(eq(runs.instanceId, instanceId), isNull(runs.endedAt)));
}

/** Which of these runs no longer belong to a process that claimed them. */
export async function lostRuns(
  tx: Transaction,
  instanceId: string,
  claims: readonly Pick<RunRow, "runId" | "epoch">[],
): Promise<string[]> {
  const lost: string[] = [];
  const epochs = new Map(claims.map(({ runId, epoch }) => [runId, epoch]));
  for (const part of inParts([...epochs.keys()])) {
    const rows = await tx
      .select({ runId: runs.runId, epoch: runs.epoch, owner: runs.instanceId })
      .from(runs)
      .where(inArray(runs.runId, part));
    for (const { runId, epoch, owner } of rows)
      if (owner !== instanceId || epoch !== epochs.get(runId)) lost.push(runId);
  }
  return lost;
}
