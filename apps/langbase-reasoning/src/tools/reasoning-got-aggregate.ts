import { defineTool } from "@faculties/mcp-kit";
import {
  ReasoningGotAggregateInput,
  ReasoningGotAggregateOutput,
} from "@faculties/schemas/langbase-reasoning/reasoning-got-aggregate";
import type { Context } from "../context.ts";
import { THINKS } from "./annotations.ts";

export const reasoningGotAggregateTool = defineTool({
  name: "reasoning_got_aggregate",
  title: "Aggregate",
  description:
    "Merge multiple reasoning nodes into a unified insight. Combine several thoughts of the graph of thoughts into one conclusion. Asks a model.",
  toolset: "got",
  input: ReasoningGotAggregateInput,
  output: ReasoningGotAggregateOutput,
  annotations: THINKS,
  isLong: () => true,
  async run(input, context: Context, call) {
    const { aggregateNodes } = await import("../graph/derive-node.ts");
    return aggregateNodes(context, input, call);
  },
});
