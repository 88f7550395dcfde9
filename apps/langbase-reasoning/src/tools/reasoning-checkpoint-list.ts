import { defineTool } from "@faculties/mcp-kit";
import {
  ReasoningCheckpointListInput,
  ReasoningCheckpointListOutput,
} from "@faculties/schemas/langbase-reasoning/reasoning-checkpoint-list";
import type { Context } from "../context.ts";
import { READS } from "./annotations.ts";

export const reasoningCheckpointListTool = defineTool({
  name: "reasoning_checkpoint_list",
  title: "Checkpoints",
  description:
    "List all checkpoints available for a session. Shows the saved states (checkpoints) that you could go back to. Needs no model.",
  toolset: "core",
  input: ReasoningCheckpointListInput,
  output: ReasoningCheckpointListOutput,
  annotations: READS,
  async run({ session_id }, { store }: Context) {
    const { checkpointsOf } = await import("../sessions/checkpoints.ts");
    return checkpointsOf(store, session_id);
  },
});
