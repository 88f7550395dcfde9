import * as z from "zod";
import { CheckpointSummary } from "./checkpoint.ts";
import { count, text } from "./response-fields.ts";
import { sessionId } from "./tool-parameters.ts";

export const ReasoningCheckpointListInput = z.object({ session_id: sessionId });
export type ReasoningCheckpointListInput = z.infer<typeof ReasoningCheckpointListInput>;

export const ReasoningCheckpointListOutput = z.object({
  session_id: text,
  checkpoints: z.array(CheckpointSummary),
  count,
});
export type ReasoningCheckpointListOutput = z.infer<typeof ReasoningCheckpointListOutput>;
