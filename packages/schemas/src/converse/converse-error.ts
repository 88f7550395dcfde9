import * as z from "zod";

export const CONVERSE_ERROR_CODES = [
  "PROVIDER_UNAVAILABLE",
  "MODEL_NOT_FOUND",
  "RATE_LIMIT_EXCEEDED",
  "CONTEXT_LENGTH_EXCEEDED",
  "QUOTA_EXCEEDED",
  "SAFETY_ERROR",
  "TIMEOUT",
  "NO_RESPONSE_CONTENT",
  "CONVERSATION_NOT_FOUND",
  "INVALID_INPUT",
  "API_ERROR",
] as const;
export type ConverseErrorCode = (typeof CONVERSE_ERROR_CODES)[number];

/** The structured content of a failed call. */
export const ConverseErrorPayload = z.object({
  error: z.string(),
  code: z.enum(CONVERSE_ERROR_CODES),
  provider: z.string().optional(),
  model: z.string().optional(),
  retry_after: z.number().min(0).optional().describe("Seconds"),
  max_tokens: z.int().min(0).optional(),
  provided_tokens: z.int().min(0).optional(),
  suggestions: z.array(z.string()).optional(),
});
export type ConverseErrorPayload = z.infer<typeof ConverseErrorPayload>;
