import * as z from "zod";

export const MEMORY_ERROR_CODES = [
  "PERMISSION_DENIED",
  "ISOLATION_VIOLATION",
  "RATE_LIMIT_EXCEEDED",
  "PI1_VIOLATION",
  "TARGET_TAKEN",
  "DECISION_NOT_FOUND",
  "DECISION_NOT_ACTIVE",
  "TARGET_MISMATCH",
  "SUPERSEDE_INCOMPLETE",
  "PROPOSAL_NOT_FOUND",
  "PROPOSAL_NOT_DRAFT",
  "INVALID_INPUT",
  "STORAGE_UNAVAILABLE",
] as const;
export type MemoryErrorCode = (typeof MEMORY_ERROR_CODES)[number];

/** The contract's four kinds, as the message of a rejected call begins. */
export const MEMORY_ERROR_PREFIXES = {
  PERMISSION_DENIED: "Permission Denied",
  ISOLATION_VIOLATION: "Isolation Violation",
  RATE_LIMIT_EXCEEDED: "Rate Limit Exceeded",
  PI1_VIOLATION: "PI1 Violation",
} as const satisfies Partial<Record<MemoryErrorCode, string>>;

/** The structured content of a rejected call. */
export const MemoryErrorResponse = z.object({
  status: z.literal("error"),
  message: z.string(),
  code: z.enum(MEMORY_ERROR_CODES),
});
export type MemoryErrorResponse = z.infer<typeof MemoryErrorResponse>;
