import * as z from "zod";

export const NOTICE_TYPES = [
  "history_trimmed",
  "file_skipped",
  "image_skipped",
  "output_truncated",
  "not_stored",
  "judge_failed",
  "quorum_missed",
  "parameter_refused",
  "not_json",
  "model_replaced",
  "provider_skipped",
] as const;

/** Something the caller should know about an answer that is otherwise good. */
export const Notice = z.object({
  type: z.enum(NOTICE_TYPES),
  message: z.string(),
  path: z.string().optional(),
  dropped_messages: z.int().min(1).optional(),
});
export type Notice = z.infer<typeof Notice>;
