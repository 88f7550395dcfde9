import type { Context } from "../context.ts";
import { type Metrics, summarizeCalls } from "../domain/summarize-calls.ts";

const HOUR_MS = 60 * 60 * 1000;
export const DEFAULT_HOURS = 24 * 7;

/** Metrics of all calls to models in the last hours, by every process on the database. */
export async function readMetrics(
  context: Pick<Context, "storage">,
  hours = DEFAULT_HOURS,
): Promise<Metrics & { hours: number }> {
  const { callsSince } = await import("../store/calls.ts");
  const storage = await context.storage();
  const since = Math.floor(storage.now() - hours * HOUR_MS);
  return { hours, ...summarizeCalls(await storage.query((tx) => callsSince(tx, since))) };
}
