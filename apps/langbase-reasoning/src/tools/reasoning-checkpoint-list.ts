import { defineTool } from "@faculties/mcp-kit";
import {
  ReasoningCheckpointListInput,
  ReasoningCheckpointListOutput,
} from "@faculties/schemas/langbase-reasoning";
import type { Context } from "../context.ts";
import { checkpointView } from "../views/checkpoint-view.ts";
import { READS } from "./annotations.ts";

export const reasoningCheckpointList = defineTool({
  name: "reasoning_checkpoint_list",
  title: "Checkpoints",
  description: "List a session's checkpoints.",
  toolset: "core",
  input: ReasoningCheckpointListInput,
  output: ReasoningCheckpointListOutput,
  annotations: READS,
  async run({ session_id }, { store }: Context) {
    const checkpoints = await store.read(async (unit) => {
      await unit.sessions.find(session_id);
      return unit.checkpoints.all(session_id);
    });
    return { session_id, checkpoints: checkpoints.map(checkpointView), count: checkpoints.length };
  },
});
