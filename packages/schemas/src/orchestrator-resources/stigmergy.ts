import * as z from "zod";
import { amount } from "../primitives/amount.ts";
import { count, instant, text } from "./response-fields.ts";
import { identifier, optionalDuration, optionalIdentifier } from "./tool-parameters.ts";

const point = z.object({
  node_id: text,
  type: text,
  intensity: z.number().min(0),
  updated_at: instant,
});

export const StigMarkInput = z.strictObject({
  node_id: identifier("What to mark"),
  type: identifier("Kind of mark").default("default"),
  intensity: amount().gt(0).default(1).describe("Added to what is there"),
});
export type StigMarkInput = z.infer<typeof StigMarkInput>;

export const StigMarkOutput = point.extend({ node_total: z.number().min(0) });
export type StigMarkOutput = z.infer<typeof StigMarkOutput>;

export const StigDecayInput = z.strictObject({
  half_life_ms: optionalDuration("Time in which marks halve"),
});
export type StigDecayInput = z.infer<typeof StigDecayInput>;

/** Marks that have become negligible are removed. */
export const StigDecayOutput = z.object({
  half_life_ms: count,
  changed: z.array(point),
  removed: count,
});
export type StigDecayOutput = z.infer<typeof StigDecayOutput>;

export const StigSnapshotInput = z.strictObject({
  node_id: optionalIdentifier("Only of this node"),
  type: optionalIdentifier("Only of this kind"),
  limit: z.int().min(1).max(500).default(100).describe("Most marks, strongest first"),
});
export type StigSnapshotInput = z.infer<typeof StigSnapshotInput>;

export const StigSnapshotOutput = z.object({
  half_life_ms: count,
  points: z.array(point),
  totals: z.array(z.object({ node_id: text, intensity: z.number().min(0) })),
});
export type StigSnapshotOutput = z.infer<typeof StigSnapshotOutput>;
