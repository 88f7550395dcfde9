import * as z from "zod";
import { amount } from "../primitives/amount.ts";
import { point } from "./stigmergy-point.ts";
import { identifier } from "./tool-parameters.ts";

export const StigMarkInput = z.strictObject({
  node_id: identifier("Node or file to mark"),
  type: identifier("Kind of mark, such as hot").default("default"),
  intensity: amount().gt(0).default(1).describe("Strength to add to what is there"),
});
export type StigMarkInput = z.infer<typeof StigMarkInput>;

export const StigMarkOutput = point.extend({ node_total: z.number().min(0) });
export type StigMarkOutput = z.infer<typeof StigMarkOutput>;
