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
  // Errors without a name in the contract: a full disk, a locked database, a defect.
  "Internal",
] as const;
export type ReasoningErrorType = (typeof REASONING_ERROR_TYPES)[number];

/** The structured content of a failed call. Further keys depend on the type. */
export const ReasoningErrorPayload = z.object({
  error: z.looseObject({
    type: z.enum(REASONING_ERROR_TYPES),
    message: z.string(),
    field: z.string().optional(),
  }),
});
export type ReasoningErrorPayload = z.infer<typeof ReasoningErrorPayload>;
