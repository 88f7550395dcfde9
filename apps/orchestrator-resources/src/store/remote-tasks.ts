import { and, asc, count, desc, eq, inArray, type Transaction } from "@faculties/storage";
import { type RemoteTask, remoteTasks, runs } from "./tables.ts";

export type NewRemoteTask = Omit<
  RemoteTask,
  | "state"
  | "workerId"
  | "childId"
  | "exitCode"
  | "error"
  | "isLost"
  | "output"
  | "errorOutput"
  | "queuedAt"
>;

export type TaskResult = Pick<
  RemoteTask,
  "exitCode" | "error" | "isLost" | "output" | "errorOutput"
>;

/** Queues a try of a node: workers with its label hear of the commit. */
export async function insertTask(tx: Transaction, now: number, task: NewRemoteTask): Promise<void> {
  await tx
    .insert(remoteTasks)
    .values({ ...task, state: "queued", queuedAt: now, isLost: 0 })
    .onConflictDoNothing();
}

const waiting = (labels: readonly string[]) =>
  and(
    eq(remoteTasks.state, "queued"),
    inArray(remoteTasks.label, [...labels]),
    // A paused run keeps its tasks until it is resumed.
    eq(runs.state, "running"),
  );

/** Whether a claim would find anything. */
export async function hasQueuedTasks(tx: Transaction, labels: readonly string[]): Promise<boolean> {
  const [first] = await tx
    .select({ taskId: remoteTasks.taskId })
    .from(remoteTasks)
    .innerJoin(runs, eq(runs.runId, remoteTasks.runId))
    .where(waiting(labels))
    .limit(1);
  return first !== undefined;
}

/** Tasks that a claim looks at: more than it takes, because of some a label may have too many already. */
const LOOK_AHEAD = 200;

/** Gives queued tasks to a worker. The write must lock the labels, so that each task is given once. */
export async function claimTasks(
  tx: Transaction,
  { labels, most, workerId }: { labels: readonly string[]; most: number; workerId: string },
): Promise<RemoteTask[]> {
  const queued = await tx
    .select({
      taskId: remoteTasks.taskId,
      label: remoteTasks.label,
      labelLimit: remoteTasks.labelLimit,
    })
    .from(remoteTasks)
    .innerJoin(runs, eq(runs.runId, remoteTasks.runId))
    .where(waiting(labels))
    .orderBy(desc(remoteTasks.priority), asc(remoteTasks.queuedAt), asc(remoteTasks.taskId))
    .limit(LOOK_AHEAD);
  const limited = queued.some(({ labelLimit }) => labelLimit !== null);
  const running = limited ? await runningByLabel(tx, labels) : new Map<string, number>();
  const chosen: string[] = [];
  for (const { taskId, label, labelLimit } of queued) {
    if (chosen.length === most) break;
    const now = running.get(label) ?? 0;
    if (now >= (labelLimit ?? Infinity)) continue;
    running.set(label, now + 1);
    chosen.push(taskId);
  }
  if (chosen.length === 0) return [];
  return tx
    .update(remoteTasks)
    .set({ state: "taken", workerId })
    .where(and(inArray(remoteTasks.taskId, chosen), eq(remoteTasks.state, "queued")))
    .returning();
}

async function runningByLabel(
  tx: Transaction,
  labels: readonly string[],
): Promise<Map<string, number>> {
  const rows = await tx
    .select({ label: remoteTasks.label, tasks: count() })
    .from(remoteTasks)
    .where(and(eq(remoteTasks.state, "taken"), inArray(remoteTasks.label, [...labels])))
    .groupBy(remoteTasks.label);
  return new Map(rows.map(({ label, tasks }) => [label, tasks]));
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

/** Queues tasks again that a worker was given and never began. */
export async function requeueTasks(
  tx: Transaction,
  taskIds: readonly string[],
  workerId: string,
): Promise<void> {
  await tx
    .update(remoteTasks)
    .set({ state: "queued", workerId: null })
    .where(
      and(
        inArray(remoteTasks.taskId, [...taskIds]),
        eq(remoteTasks.workerId, workerId),
        eq(remoteTasks.state, "taken"),
      ),
    );
}

/** The task that another process queued for a node before this one took over its run. */
export async function findTaskOfNode(
  tx: Transaction,
  runId: string,
  nodeId: string,
): Promise<RemoteTask | undefined> {
  const [task] = await tx
    .select()
    .from(remoteTasks)
    .where(and(eq(remoteTasks.runId, runId), eq(remoteTasks.nodeId, nodeId)));
  return task;
}

/** From now on this process waits for the tasks of a run. */
export async function takeOverTasks(
  tx: Transaction,
  runId: string,
  ownerId: string,
): Promise<void> {
  await tx.update(remoteTasks).set({ ownerId }).where(eq(remoteTasks.runId, runId));
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

export async function takeTasks(
  tx: Transaction,
  taskIds: readonly string[],
): Promise<RemoteTask[]> {
  return tx
    .delete(remoteTasks)
    .where(inArray(remoteTasks.taskId, [...taskIds]))
    .returning();
}

/** Removes tasks that no worker has yet. */
export async function withdrawQueued(tx: Transaction, taskIds: readonly string[]): Promise<void> {
  await tx
    .delete(remoteTasks)
    .where(and(inArray(remoteTasks.taskId, [...taskIds]), eq(remoteTasks.state, "queued")));
}

/** The worker of each of these tasks that one has. */
export async function takersOf(tx: Transaction, taskIds: readonly string[]) {
  const { taskId, workerId } = remoteTasks;
  return tx
    .select({ taskId, workerId })
    .from(remoteTasks)
    .where(and(inArray(taskId, [...taskIds]), eq(remoteTasks.state, "taken")));
}

/** A run has ended: nobody waits for its tasks any more. */
export async function removeTasksOfRun(tx: Transaction, runId: string): Promise<void> {
  await tx.delete(remoteTasks).where(eq(remoteTasks.runId, runId));
}

/** A worker has ended: the tasks that it had taken are lost. */
export async function loseTasksOfWorker(
  tx: Transaction,
  workerId: string,
  error: string,
): Promise<void> {
  await tx
    .update(remoteTasks)
    .set({ state: "ended", error, isLost: 1 })
    .where(and(eq(remoteTasks.workerId, workerId), eq(remoteTasks.state, "taken")));
}
