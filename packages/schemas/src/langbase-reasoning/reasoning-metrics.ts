import * as z from "zod";
import { count, text } from "./response-fields.ts";
import { optionalSessionId } from "./tool-parameters.ts";

export const ReasoningMetricsInput = z.object({ session_id: optionalSessionId });
export type ReasoningMetricsInput = z.infer<typeof ReasoningMetricsInput>;

const latency = z.number().min(0).nullable();
const CallCounts = z.object({
  calls: count,
  failures: count,
  fallbacks: count.describe("Answers that were not the JSON asked for"),
});

/** Latencies are null if nothing was measured. */
export const ReasoningMetricsOutput = z.object({
  session_id: text.optional(),
  total: CallCounts,
  pipes: z.array(
    CallCounts.extend({
      pipe_name: text,
      latency_ms: z.object({ p50: latency, p95: latency, max: latency }),
    }),
  ),
});
export type ReasoningMetricsOutput = z.infer<typeof ReasoningMetricsOutput>;
