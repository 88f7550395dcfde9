import * as z from "zod";
import { count, text } from "./response-fields.ts";
import { point } from "./stigmergy-point.ts";
import { optionalIdentifier } from "./tool-parameters.ts";

export const StigSnapshotInput = z.strictObject({
  node_id: optionalIdentifier("Only marks of this node"),
  type: optionalIdentifier("Only marks of this kind"),
  limit: z.int().min(1).max(500).default(100).describe("Most marks, strongest first"),
});
export type StigSnapshotInput = z.infer<typeof StigSnapshotInput>;

export const StigSnapshotOutput = z.object({
  half_life_ms: count,
  points: z.array(point),
  totals: z.array(z.object({ node_id: text, intensity: z.number().min(0) })),
});
export type StigSnapshotOutput = z.infer<typeof StigSnapshotOutput>;
