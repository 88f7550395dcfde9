import type {
  ReasoningMetricsInput,
  ReasoningMetricsOutput,
} from "@faculties/schemas/langbase-reasoning/reasoning-metrics";
import { summariseCalls } from "../domain/summarise-calls.ts";
import { listCallFigures } from "../store/invocations.ts";
import { findSession } from "../store/sessions.ts";
import type { Store } from "../store/store.ts";

/** Calls, latency and fallbacks of each pipe, in one session or in all. */
export async function callMetrics(
  store: Store,
  { session_id }: ReasoningMetricsInput,
): Promise<ReasoningMetricsOutput> {
  const calls = await store.read(async (tx) => {
    if (session_id !== undefined) await findSession(tx, session_id);
    return listCallFigures(tx, session_id);
  });
  return { ...(session_id !== undefined && { session_id }), ...summariseCalls(calls) };
}
