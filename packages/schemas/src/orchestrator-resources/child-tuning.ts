import * as z from "zod";
import { ChildLimits } from "./child-create.ts";
import { ResourceChildLogEntry } from "./child-log-entry.ts";
import { ChildSnapshot } from "./child-snapshot.ts";
import { count } from "./response-fields.ts";
import { childId, identifier, optionalIdentifier } from "./tool-parameters.ts";

export const ChildSetRoleInput = z.strictObject({
  child_id: childId,
  role: identifier("New role"),
});
export type ChildSetRoleInput = z.infer<typeof ChildSetRoleInput>;

export const ChildSetRoleOutput = ChildSnapshot;
export type ChildSetRoleOutput = z.infer<typeof ChildSetRoleOutput>;

export const ChildSetLimitsInput = z
  .strictObject({ child_id: childId, ...ChildLimits.shape })
  .refine(
    (limits) =>
      limits.memory_limit_mb !== undefined ||
      limits.cpu_percent !== undefined ||
      limits.timeout_ms !== undefined,
    "at least one limit is required",
  );
export type ChildSetLimitsInput = z.infer<typeof ChildSetLimitsInput>;

export const ChildSetLimitsOutput = ChildSnapshot;
export type ChildSetLimitsOutput = z.infer<typeof ChildSetLimitsOutput>;

export const ChildAttachInput = z.strictObject({
  child_id: childId,
  run_id: optionalIdentifier("Run to count it to"),
  tail: z.int().min(0).max(500).default(50).describe("Last log entries to return"),
});
export type ChildAttachInput = z.infer<typeof ChildAttachInput>;

export const ChildAttachOutput = z.object({
  child: ChildSnapshot,
  logs: z.array(ResourceChildLogEntry),
  next_seq: count,
});
export type ChildAttachOutput = z.infer<typeof ChildAttachOutput>;
