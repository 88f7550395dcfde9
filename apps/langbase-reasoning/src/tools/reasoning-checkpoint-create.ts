import { defineTool } from "@faculties/mcp-kit";
import {
  ReasoningCheckpointCreateInput,
  ReasoningCheckpointCreateOutput,
} from "@faculties/schemas/langbase-reasoning/reasoning-checkpoint-create";
import type { Context } from "../context.ts";
import { RECORDS } from "./annotations.ts";

export const reasoningCheckpointCreateTool = defineTool({
  name: "reasoning_checkpoint_create",
  title: "Checkpoint",
  description:
    "Create a checkpoint at the current reasoning state for later backtracking. Save the state of a reasoning session before you try something risky, so that you can come back to it with reasoning_backtrack. Needs no model.",
  toolset: "core",
  input: ReasoningCheckpointCreateInput,
  output: ReasoningCheckpointCreateOutput,
  annotations: RECORDS,
  async run(input, context: Context) {
    const { createCheckpoint } = await import("../sessions/checkpoints.ts");
    return createCheckpoint(context, input);
  },
});
