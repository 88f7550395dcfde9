import { and, count, desc, eq, inArray, isNotNull, lt, notInArray, or } from "drizzle-orm";
import type { Storage, Transaction } from "../storage.ts";
import { callTasks, type TaskRow } from "./task-table.ts";

const OPEN = ["working", "input_required"];
const TASKS_KEY = "call tasks";

export type TaskLimits = { stored: number; openOfClient: number; open: number };
export type TaskChange = Partial<
  Omit<TaskRow, "id" | "owner" | "client" | "tool" | "createdAt" | "runner">
>;
/** Where a list continues: after this task, among those that were created before it. */
export type TaskPosition = { createdAt: number; id: string };

/** The durable part of long calls, for all processes that share a database. */
export type TaskStore = {
  now(): number;
  /** False when there is no room for another one. Expired ones make room first. */
  insert(row: TaskRow, limits: TaskLimits): Promise<boolean>;
  find(id: string): Promise<TaskRow | undefined>;
  /** The newest first. */
  list(owner: string, most: number, after?: TaskPosition): Promise<TaskRow[]>;
  /** Changes a task that has not ended, or one that only seemed to have; false when it has. */
  change(id: string, change: TaskChange): Promise<boolean>;
  /** Adds answers of the client to those that are there. */
  answer(id: string, answers: Record<string, unknown>): Promise<void>;
  /** Says that the tasks of a process continue; gives back those of them that others have changed. */
  keepAlive(runner: string, ids: readonly string[]): Promise<TaskRow[]>;
  /** Counts a task as failed whose process has not been heard of since. */
  abandon(row: TaskRow, change: TaskChange): Promise<boolean>;
  delete(id: string): Promise<void>;
};

/** The tasks in a storage whose migrations include `taskMigration`. */
export function openTaskStore(storage: Storage): TaskStore {
  const write = <Result>(id: string, body: (tx: Transaction) => Promise<Result>) =>
    storage.write(body, { locks: [`call task ${id}`] });
  return {
    now: storage.now,
    insert: (row, limits) =>
      storage.write((tx) => insertWithin(tx, row, limits), { locks: [TASKS_KEY] }),
    find: async (id) => {
      const [row] = await storage.query((tx) =>
        tx.select().from(callTasks).where(eq(callTasks.id, id)),
      );
      return row;
    },
    list: (owner, most, after) =>
      storage.query((tx) =>
        tx
          .select()
          .from(callTasks)
          .where(and(eq(callTasks.owner, owner), after && isAfter(after)))
          .orderBy(desc(callTasks.createdAt), desc(callTasks.id))
          .limit(most),
      ),
    change: (id, change) =>
      write(id, async (tx) => {
        const changed = await tx
          .update(callTasks)
          .set(change)
          .where(and(eq(callTasks.id, id), mayChange))
          .returning({ id: callTasks.id });
        return changed.length > 0;
      }),
    answer: (id, answers) =>
      write(id, async (tx) => {
        const [row] = await tx.select().from(callTasks).where(eq(callTasks.id, id));
        if (row === undefined || !OPEN.includes(row.status)) return;
        const known = JSON.parse(row.answers ?? "{}") as Record<string, unknown>;
        // The first answer to a question counts.
        const all = JSON.stringify({ ...answers, ...known });
        await tx.update(callTasks).set({ answers: all }).where(eq(callTasks.id, id));
      }),
    keepAlive: (runner, ids) =>
      write(`runner ${runner}`, async (tx) => {
        const own = inArray(callTasks.id, [...ids]);
        await tx
          .update(callTasks)
          .set({ aliveAt: storage.now() })
          .where(and(own, inArray(callTasks.status, OPEN)));
        return tx
          .select()
          .from(callTasks)
          .where(and(own, or(notInArray(callTasks.status, OPEN), isNotNull(callTasks.answers))));
      }),
    abandon: (row, change) =>
      write(row.id, async (tx) => {
        const changed = await tx
          .update(callTasks)
          .set({ ...change, isOrphan: true })
          .where(
            and(
              eq(callTasks.id, row.id),
              inArray(callTasks.status, OPEN),
              eq(callTasks.aliveAt, row.aliveAt),
            ),
          )
          .returning({ id: callTasks.id });
        return changed.length > 0;
      }),
    delete: async (id) => {
      await write(id, (tx) => Promise.resolve(tx.delete(callTasks).where(eq(callTasks.id, id))));
    },
  };
}

const mayChange = or(inArray(callTasks.status, OPEN), eq(callTasks.isOrphan, true));

function isAfter({ createdAt, id }: TaskPosition) {
  return or(
    lt(callTasks.createdAt, createdAt),
    and(eq(callTasks.createdAt, createdAt), lt(callTasks.id, id)),
  );
}

async function insertWithin(tx: Transaction, row: TaskRow, limits: TaskLimits): Promise<boolean> {
  await tx.delete(callTasks).where(lt(callTasks.expiresAt, row.createdAt));
  const [stored] = await tx.select({ count: count() }).from(callTasks);
  const open = inArray(callTasks.status, OPEN);
  const byClient = await tx
    .select({ client: callTasks.client, count: count() })
    .from(callTasks)
    .where(open)
    .groupBy(callTasks.client);
  const ofClient = byClient.find(({ client }) => client === row.client)?.count ?? 0;
  const all = byClient.reduce((sum, one) => sum + one.count, 0);
  if (
    (stored?.count ?? 0) >= limits.stored ||
    ofClient >= limits.openOfClient ||
    all >= limits.open
  )
    return false;
  await tx.insert(callTasks).values(row);
  return true;
}
