import * as z from "zod";
import { ChildLimits } from "./child-spec.ts";

/**
 * Payloads of what one process of the server asks of the one that owns a child or a run. They pass through the
 * database, where another version of the server may have written them.
 */
export const StopChildRequest = z.object({
  reason: z.object({ state: z.enum(["killed", "timed_out", "failed"]), message: z.string() }),
  graceMs: z.number(),
});
export const SendToChildRequest = z.object({ text: z.string(), close: z.boolean() });
export const LimitChildRequest = z.object({ limits: z.object(ChildLimits.shape) });
export const CancelRunRequest = z.object({ reason: z.string() });
export const StopTaskRequest = z.object({ reason: z.string() });
export const SteerRunRequest = z.object({});

/** The owner's answer; without result and error it had nothing to say. */
export const OwnerAnswer = z.object({
  result: z.unknown().optional(),
  error: z.object({ code: z.string(), message: z.string() }).optional(),
});
export type OwnerAnswer = z.infer<typeof OwnerAnswer>;
