import { type Metrics, summarizeCalls } from "../domain/summarize-calls.ts";
import type { ConverseStore } from "../store/converse-store.ts";

const HOUR_MS = 60 * 60 * 1000;
export const DEFAULT_HOURS = 24 * 7;

/** The figures of all calls to models in the last hours, those of other processes included. */
export async function readMetrics(
  store: ConverseStore,
  hours = DEFAULT_HOURS,
): Promise<Metrics & { hours: number }> {
  const calls = await store.callsSince(Math.floor(store.storage.now() - hours * HOUR_MS));
  return { hours, ...summarizeCalls(calls) };
}
