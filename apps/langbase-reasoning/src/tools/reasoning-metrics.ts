import { defineTool } from "@faculties/mcp-kit";
import {
  ReasoningMetricsInput,
  ReasoningMetricsOutput,
} from "@faculties/schemas/langbase-reasoning";
import type { Context } from "../context.ts";
import { summariseCalls } from "../domain/summarise-calls.ts";
import { READS } from "./annotations.ts";

export const reasoningMetrics = defineTool({
  name: "reasoning_metrics",
  title: "Metrics",
  description: "Calls, latency and fallbacks per pipe.",
  toolset: "observe",
  input: ReasoningMetricsInput,
  output: ReasoningMetricsOutput,
  annotations: READS,
  async run({ session_id }, { store }: Context) {
    const calls = await store.read(async (unit) => {
      if (session_id !== undefined) await unit.sessions.find(session_id);
      return unit.invocations.figures(session_id);
    });
    return { ...(session_id !== undefined && { session_id }), ...summariseCalls(calls) };
  },
});
