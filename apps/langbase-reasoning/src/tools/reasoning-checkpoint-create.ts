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
  description: "Mark a point to return to.",
  toolset: "core",
  input: ReasoningCheckpointCreateInput,
  output: ReasoningCheckpointCreateOutput,
  annotations: RECORDS,
  async run(input, context: Context) {
    const { createCheckpoint } = await import("../sessions/checkpoints.ts");
    return createCheckpoint(context, input);
  },
});
