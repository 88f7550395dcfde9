import * as z from "zod";
import { ChildSnapshot } from "./child-snapshot.ts";
import { ChildLimits } from "./child-spec.ts";
import { childId } from "./tool-parameters.ts";

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
