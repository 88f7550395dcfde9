import { defineTool } from "@faculties/mcp-kit";
import {
  ReasoningBacktrackInput,
  ReasoningBacktrackOutput,
} from "@faculties/schemas/langbase-reasoning/reasoning-backtrack";
import type { Context } from "../context.ts";
import { THINKS } from "./annotations.ts";

export const reasoningBacktrackTool = defineTool({
  name: "reasoning_backtrack",
  title: "Backtrack",
  description: "Restore a checkpoint, then optionally think on.",
  toolset: "core",
  input: ReasoningBacktrackInput,
  output: ReasoningBacktrackOutput,
  annotations: THINKS,
  async run(input, context: Context, call) {
    const { backtrack } = await import("../sessions/checkpoints.ts");
    return backtrack(context, input, call);
  },
});
