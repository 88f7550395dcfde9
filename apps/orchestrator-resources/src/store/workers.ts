import { eq, isNull, type Transaction } from "@faculties/storage";
import { type InstanceRow, instances, workers } from "./tables.ts";

export type WorkerRow = InstanceRow & { labels: string[]; concurrency: number };

export async function registerWorker(
  tx: Transaction,
  worker: typeof workers.$inferInsert,
): Promise<void> {
  await tx.insert(workers).values(worker).onConflictDoNothing();
}

export async function forgetWorker(tx: Transaction, instanceId: string): Promise<void> {
  await tx.delete(workers).where(eq(workers.instanceId, instanceId));
}

/** Workers that have not said that they ended. */
export async function listWorkers(tx: Transaction): Promise<WorkerRow[]> {
  const rows = await tx
    .select()
    .from(workers)
    .innerJoin(instances, eq(instances.instanceId, workers.instanceId))
    .where(isNull(instances.endedAt));
  return rows.map(({ workers: worker, instances: instance }) => ({ ...instance, ...worker }));
}
