import * as z from "zod";
import { count } from "./response-fields.ts";
import { point } from "./stigmergy-point.ts";
import { optionalDuration } from "./tool-parameters.ts";

export const StigDecayInput = z.strictObject({
  half_life_ms: optionalDuration("Milliseconds in which a mark loses half of its strength"),
});
export type StigDecayInput = z.infer<typeof StigDecayInput>;

/** Marks that have become negligible are removed. */
export const StigDecayOutput = z.object({
  half_life_ms: count,
  changed: z.array(point),
  removed: count,
});
export type StigDecayOutput = z.infer<typeof StigDecayOutput>;
