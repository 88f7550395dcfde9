import * as z from "zod";
import { CHILD_STATES } from "./child-snapshot.ts";
import { count, text, texts } from "./response-fields.ts";
import { childId, optionalDuration } from "./tool-parameters.ts";

export const ChildCancelInput = z.strictObject({
  child_id: childId,
  grace_ms: optionalDuration("Time between SIGTERM and SIGKILL"),
});
export type ChildCancelInput = z.infer<typeof ChildCancelInput>;

const StopOutcome = z.object({
  child_id: text,
  outcome: z.enum(["requested", "already_ended"]),
  state: z.enum(CHILD_STATES),
});

export const ChildCancelOutput = StopOutcome;
export type ChildCancelOutput = z.infer<typeof ChildCancelOutput>;

export const ChildKillInput = z.strictObject({ child_id: childId });
export type ChildKillInput = z.infer<typeof ChildKillInput>;

export const ChildKillOutput = StopOutcome;
export type ChildKillOutput = z.infer<typeof ChildKillOutput>;

export const ChildGcInput = z.strictObject({
  older_than_ms: z
    .int()
    .min(0)
    .meta({ description: "Only those that ended this long ago", maximum: undefined })
    .default(0),
});
export type ChildGcInput = z.infer<typeof ChildGcInput>;

export const ChildGcOutput = z.object({ removed: texts, count, remaining: count });
export type ChildGcOutput = z.infer<typeof ChildGcOutput>;
