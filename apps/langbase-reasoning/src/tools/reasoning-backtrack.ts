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
  description:
    "Restore from a checkpoint and explore alternative reasoning paths. Go back to an earlier saved state, undo the thoughts after it, and optionally try another direction. Nothing is deleted: what came later stays in a branch of its own.",
  toolset: "core",
  input: ReasoningBacktrackInput,
  output: ReasoningBacktrackOutput,
  annotations: THINKS,
  async run(input, context: Context, call) {
    const { backtrack } = await import("../sessions/checkpoints.ts");
    return backtrack(context, input, call);
  },
});
