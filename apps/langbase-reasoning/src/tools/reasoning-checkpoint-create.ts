import { defineTool } from "@faculties/mcp-kit";
import {
  ReasoningCheckpointCreateInput,
  ReasoningCheckpointCreateOutput,
} from "@faculties/schemas/langbase-reasoning";
import type { Context } from "../context.ts";
import { withinSession } from "../store/within-session.ts";
import { checkpointView } from "../views/checkpoint-view.ts";
import { RECORDS } from "./annotations.ts";

export const reasoningCheckpointCreate = defineTool({
  name: "reasoning_checkpoint_create",
  title: "Checkpoint",
  description: "Mark a point to return to.",
  toolset: "core",
  input: ReasoningCheckpointCreateInput,
  output: ReasoningCheckpointCreateOutput,
  annotations: RECORDS,
  async run({ session_id, name, description = null }, { store }: Context) {
    const checkpoint = await store.write(async (unit) => {
      const session = await unit.sessions.find(session_id);
      const snapshot = await unit.takeSnapshot(session);
      return unit.checkpoints.add(session, { name, description, snapshot });
    }, withinSession(session_id));
    return { checkpoint_id: checkpoint.id, ...checkpointView(checkpoint) };
  },
});
