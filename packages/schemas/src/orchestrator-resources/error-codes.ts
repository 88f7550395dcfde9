import * as z from "zod";

export const ORCHESTRATOR_ERROR_CODES = [
  "E-INPUT-INVALID",
  "E-INPUT-TOO-LARGE",
  "E-FEATURE-DISABLED",
  "E-TIMEOUT",
  "E-RES-NOT_FOUND",
  "E-RES-UNSUPPORTED",
  "E-GRAPH-NOTFOUND",
  "E-GRAPH-EXISTS",
  "E-GRAPH-INVALID",
  "E-TX-CONFLICT",
  "E-TX-EXPIRED",
  "E-TX-NOTFOUND",
  "E-TX-STATE",
  "E-LOCK-HELD",
  "E-LOCK-NOTFOUND",
  "E-PATCH-INVALID",
  "E-PATCH-CYCLE",
  "E-PATCH-PORTS",
  "E-PATCH-CARD",
  "E-BULK-PARTIAL",
  "E-IDEMPOTENCY-MISMATCH",
  "E-BB-NOTFOUND",
  "E-CANCEL-NOTFOUND",
  "E-PLAN-NOT-FOUND",
  "E-PLAN-STATE",
  "E-PLAN-COMPLETED",
  "E-PLAN-INVALID",
  "E-PLAN-INPUTS",
  "E-PLAN-ANSWER",
  "E-SCHEDULE-NOTFOUND",
  "E-SCHEDULE-INVALID",
  "E-BB-CONFLICT",
  "E-CHILD-NOTFOUND",
  "E-CHILD-STATE",
  "E-CHILD-LIMIT",
  "E-CHILD-DENIED",
  "E-CHILD-SPAWN",
  "E-BT-INVALID",
  "E-CNP-NO-BIDS",
  "E-VALUES-UNKNOWN",
  "E-CAUSAL-NOTFOUND",
  "E-CAUSAL-NO-PATH",
  "E-STORAGE",
] as const;
export type OrchestratorErrorCode = (typeof ORCHESTRATOR_ERROR_CODES)[number];

/** The content of a failed call, next to `isError`. */
export const OrchestratorErrorPayload = z.object({
  code: z.enum(ORCHESTRATOR_ERROR_CODES),
  message: z.string(),
  details: z.record(z.string(), z.unknown()).optional(),
});
export type OrchestratorErrorPayload = z.infer<typeof OrchestratorErrorPayload>;

/** Details of E-TX-CONFLICT. */
export const VersionConflict = z.object({
  graphId: z.string(),
  expected: z.int().min(0),
  found: z.int().min(0),
});
export type VersionConflict = z.infer<typeof VersionConflict>;

/** Details of E-BULK-PARTIAL: nothing was done, and this is why. */
export const BulkFailures = z.object({
  failures: z.array(
    z.object({
      index: z.int().min(0),
      code: z.enum(ORCHESTRATOR_ERROR_CODES),
      message: z.string(),
    }),
  ),
});
export type BulkFailures = z.infer<typeof BulkFailures>;
