import { defineTool } from "@faculties/mcp-kit";
import {
  ReasoningMetricsInput,
  ReasoningMetricsOutput,
} from "@faculties/schemas/langbase-reasoning/reasoning-metrics";
import type { Context } from "../context.ts";
import { READS } from "./annotations.ts";

export const reasoningMetricsTool = defineTool({
  name: "reasoning_metrics",
  title: "Metrics",
  description:
    "Show how many reasoning calls were made, how often they failed and how long they took, by tool and by model, for all sessions or one. Needs no model.",
  toolset: "observe",
  input: ReasoningMetricsInput,
  output: ReasoningMetricsOutput,
  annotations: READS,
  async run(input, { store }: Context) {
    const { callMetrics } = await import("../model-calls/call-metrics.ts");
    return callMetrics(store, input);
  },
});
