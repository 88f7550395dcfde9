import { defineTool } from "@faculties/mcp-kit";
import {
  ReasoningGotRefineInput,
  ReasoningGotRefineOutput,
} from "@faculties/schemas/langbase-reasoning/reasoning-got-refine";
import type { Context } from "../context.ts";
import { THINKS } from "./annotations.ts";

export const reasoningGotRefineTool = defineTool({
  name: "reasoning_got_refine",
  title: "Refine",
  description:
    "Improve a reasoning node through self-critique and refinement. Polish one thought of the graph of thoughts; the improved version becomes a new node. Asks a model.",
  toolset: "got",
  input: ReasoningGotRefineInput,
  output: ReasoningGotRefineOutput,
  annotations: THINKS,
  isLong: () => true,
  async run(input, context: Context, call) {
    const { refineNode } = await import("../graph/derive-node.ts");
    return refineNode(context, input, call);
  },
});
