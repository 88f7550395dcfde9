import * as z from "zod";
import { StopOutcome } from "./child-snapshot.ts";
import { childId, optionalDuration } from "./tool-parameters.ts";

export const ChildCancelInput = z.strictObject({
  child_id: childId,
  grace_ms: optionalDuration("Grace period: milliseconds between SIGTERM and SIGKILL"),
});
export type ChildCancelInput = z.infer<typeof ChildCancelInput>;

export const ChildCancelOutput = StopOutcome;
export type ChildCancelOutput = z.infer<typeof ChildCancelOutput>;
