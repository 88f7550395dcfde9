import { and, eq, inArray, type Transaction } from "@faculties/storage";
import { FINAL_STATES, findRun } from "./runs.ts";
import { type RemoteTask, remoteTasks } from "./tables.ts";

export type NewRemoteTask = Omit<
  RemoteTask,
  "state" | "workerId" | "childId" | "exitCode" | "error" | "output"
>;

/** The result of a worker's claim on a task. */
export type Claim = { outcome: "taken"; task: RemoteTask } | { outcome: "paused" | "gone" };

export type TaskResult = { exitCode: number | null; error: string | null; output: string | null };

export async function insertTask(tx: Transaction, task: NewRemoteTask): Promise<void> {
  await tx.insert(remoteTasks).values({ ...task, state: "queued" });
}

/** Gives a task to a worker: to one only, and not while its run is paused. */
export async function claimTask(tx: Transaction, taskId: string, workerId: string): Promise<Claim> {
  const task = await findTask(tx, taskId);
  const run = task && (await findRun(tx, task.runId));
  if (task?.state !== "queued" || !run || FINAL_STATES.includes(run.state))
    return { outcome: "gone" };
  if (run.state === "paused") return { outcome: "paused" };
  await tx
    .update(remoteTasks)
    .set({ state: "taken", workerId })
    .where(eq(remoteTasks.taskId, taskId));
  return { outcome: "taken", task: { ...task, state: "taken", workerId } };
}

export async function setTaskChild(
  tx: Transaction,
  taskId: string,
  childId: string,
): Promise<void> {
  await tx.update(remoteTasks).set({ childId }).where(eq(remoteTasks.taskId, taskId));
}

/** Tells the owner how it went, unless the owner was told already or has gone. */
export async function endTask(tx: Transaction, taskId: string, result: TaskResult): Promise<void> {
  await tx
    .update(remoteTasks)
    .set({ ...result, state: "ended" })
    .where(and(eq(remoteTasks.taskId, taskId), eq(remoteTasks.state, "taken")));
}

export async function findTask(tx: Transaction, taskId: string): Promise<RemoteTask | undefined> {
  const [task] = await tx.select().from(remoteTasks).where(eq(remoteTasks.taskId, taskId));
  return task;
}

/** Where the tasks of a run's process stand, without what they wrote. */
export async function tasksOfOwner(tx: Transaction, ownerId: string) {
  const { taskId, state, childId } = remoteTasks;
  return tx
    .select({ taskId, state, childId })
    .from(remoteTasks)
    .where(eq(remoteTasks.ownerId, ownerId));
}

/** The tasks that a worker is still wanted to do. */
export async function tasksOfWorker(tx: Transaction, workerId: string): Promise<string[]> {
  const rows = await tx
    .select({ taskId: remoteTasks.taskId })
    .from(remoteTasks)
    .where(and(eq(remoteTasks.workerId, workerId), eq(remoteTasks.state, "taken")));
  return rows.map(({ taskId }) => taskId);
}

export async function takeTasks(tx: Transaction, taskIds: string[]): Promise<RemoteTask[]> {
  return tx.delete(remoteTasks).where(inArray(remoteTasks.taskId, taskIds)).returning();
}

/** A process has ended: nobody waits for its tasks any more, and those that it had taken have failed. */
export async function leaveTasks(
  tx: Transaction,
  instanceId: string,
  error: string,
): Promise<void> {
  await tx.delete(remoteTasks).where(eq(remoteTasks.ownerId, instanceId));
  await tx
    .update(remoteTasks)
    .set({ state: "ended", error })
    .where(and(eq(remoteTasks.workerId, instanceId), eq(remoteTasks.state, "taken")));
}
