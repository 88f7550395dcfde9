import * as z from "zod";

export const REASONING_ERROR_TYPES = [
  "Validation",
  "SessionNotFound",
  "ThoughtNotFound",
  "BranchNotFound",
  "CheckpointNotFound",
  "GraphNotFound",
  "NodeNotFound",
  "LangbaseUnavailable",
  "ApiError",
  "Timeout",
  // What the contract has no name for: a full disk, a locked database, a defect.
  "Internal",
] as const;
export type ReasoningErrorType = (typeof REASONING_ERROR_TYPES)[number];

/** What a failed call carries beside `isError`; further keys depend on the type. */
export const ReasoningErrorPayload = z.object({
  error: z.looseObject({
    type: z.enum(REASONING_ERROR_TYPES),
    message: z.string(),
    field: z.string().optional(),
  }),
});
export type ReasoningErrorPayload = z.infer<typeof ReasoningErrorPayload>;
