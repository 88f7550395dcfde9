import * as z from "zod";
import { freeObject } from "../primitives/free-object.ts";
import { count, notes, text, texts } from "./response-fields.ts";
import { optionalSessionId } from "./tool-parameters.ts";

export const ReasoningPresetRunInput = z.strictObject({
  preset_id: z.string().describe("ID of the preset to run"),
  inputs: freeObject().optional().describe("Input values for the preset (varies by preset)"),
  session_id: optionalSessionId.describe("Optional session ID for context continuity"),
});
export type ReasoningPresetRunInput = z.infer<typeof ReasoningPresetRunInput>;

export const ReasoningPresetRunOutput = z.object({
  preset_id: text,
  status: z.enum(["completed", "failed"]),
  session_id: text.optional(),
  steps_completed: count,
  total_steps: count,
  error: text.optional(),
  results: freeObject(),
  execution_time_ms: z.number().min(0).optional(),
  skipped_steps: texts.optional(),
  notes,
});
export type ReasoningPresetRunOutput = z.infer<typeof ReasoningPresetRunOutput>;
