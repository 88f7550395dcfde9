import type { Transaction } from "@faculties/storage";
import { listWorkers, type WorkerRow } from "../store/workers.ts";
import type { HostSettings } from "../settings.ts";
import { isGone } from "../instances/recovery.ts";

/** Workers that are there, as far as can be told at a glance. */
export async function liveWorkers(
  tx: Transaction,
  host: HostSettings,
  now: number,
): Promise<WorkerRow[]> {
  return (await listWorkers(tx)).filter((worker) => !isGone(worker, host, now));
}
