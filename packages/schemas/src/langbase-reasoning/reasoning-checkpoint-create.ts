import * as z from "zod";
import { nonBlankText } from "../primitives/non-blank-text.ts";
import { CheckpointSummary } from "./checkpoint.ts";
import { text } from "./response-fields.ts";
import { optionalText, sessionId } from "./tool-parameters.ts";

export const ReasoningCheckpointCreateInput = z.object({
  session_id: sessionId,
  name: nonBlankText("Name").describe("Checkpoint name"),
  description: optionalText.describe("Optional description"),
});
export type ReasoningCheckpointCreateInput = z.infer<typeof ReasoningCheckpointCreateInput>;

/** `checkpoint_id` repeats the id under the name of backtracking's parameter. */
export const ReasoningCheckpointCreateOutput = z.object({
  checkpoint_id: text,
  ...CheckpointSummary.shape,
});
export type ReasoningCheckpointCreateOutput = z.infer<typeof ReasoningCheckpointCreateOutput>;
