import { and, eq, inArray, type Queries } from "@faculties/storage";
import type { Unit } from "./ledger.ts";
import { findRun, FINAL_STATES } from "./run-store.ts";
import { type RemoteTask, remoteTasks } from "./worker-tables.ts";

export type NewRemoteTask = Omit<
  RemoteTask,
  "state" | "workerId" | "childId" | "exitCode" | "error" | "output"
>;

/** What became of an order that a worker was offered. */
export type Claim = { outcome: "taken"; task: RemoteTask } | { outcome: "paused" | "gone" };

export type TaskResult = { exitCode: number | null; error: string | null; output: string | null };

export async function insertTask({ db }: Unit, task: NewRemoteTask): Promise<void> {
  await db.insert(remoteTasks).values({ ...task, state: "queued" });
}

/** Gives a task to a worker: to one only, and not while its run is paused. */
export async function claimTask({ db }: Unit, taskId: string, workerId: string): Promise<Claim> {
  const task = await findTask(db, taskId);
  const run = task && (await findRun(db, task.runId));
  if (task?.state !== "queued" || !run || FINAL_STATES.includes(run.state))
    return { outcome: "gone" };
  if (run.state === "paused") return { outcome: "paused" };
  await db
    .update(remoteTasks)
    .set({ state: "taken", workerId })
    .where(eq(remoteTasks.taskId, taskId));
  return { outcome: "taken", task: { ...task, state: "taken", workerId } };
}

export async function setTaskChild({ db }: Unit, taskId: string, childId: string): Promise<void> {
  await db.update(remoteTasks).set({ childId }).where(eq(remoteTasks.taskId, taskId));
}

/** Tells the owner how it went, unless the owner was told already or has gone. */
export async function endTask({ db }: Unit, taskId: string, result: TaskResult): Promise<void> {
  await db
    .update(remoteTasks)
    .set({ ...result, state: "ended" })
    .where(and(eq(remoteTasks.taskId, taskId), eq(remoteTasks.state, "taken")));
}

export async function findTask(db: Queries, taskId: string): Promise<RemoteTask | undefined> {
  const [task] = await db.select().from(remoteTasks).where(eq(remoteTasks.taskId, taskId));
  return task;
}

/** Where the tasks of a run's process stand, without what they wrote. */
export async function tasksOfOwner(db: Queries, ownerId: string) {
  const { taskId, state, childId } = remoteTasks;
  return db
    .select({ taskId, state, childId })
    .from(remoteTasks)
    .where(eq(remoteTasks.ownerId, ownerId));
}

/** The tasks that a worker is still wanted to do. */
export async function tasksOfWorker(db: Queries, workerId: string): Promise<string[]> {
  const rows = await db
    .select({ taskId: remoteTasks.taskId })
    .from(remoteTasks)
    .where(and(eq(remoteTasks.workerId, workerId), eq(remoteTasks.state, "taken")));
  return rows.map(({ taskId }) => taskId);
}

export async function takeTasks({ db }: Unit, taskIds: string[]): Promise<RemoteTask[]> {
  return db.delete(remoteTasks).where(inArray(remoteTasks.taskId, taskIds)).returning();
}

/** A process has ended: nobody waits for its tasks any more, and those that it had taken have failed. */
export async function leaveTasks({ db }: Unit, instanceId: string, error: string): Promise<void> {
  await db.delete(remoteTasks).where(eq(remoteTasks.ownerId, instanceId));
  await db
    .update(remoteTasks)
    .set({ state: "ended", error })
    .where(and(eq(remoteTasks.workerId, instanceId), eq(remoteTasks.state, "taken")));
}
