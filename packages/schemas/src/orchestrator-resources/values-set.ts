import * as z from "zod";
import { amount } from "../primitives/amount.ts";
import { describedObject } from "../primitives/described-object.ts";
import { UnitInterval } from "../primitives/unit-interval.ts";
import { count } from "./response-fields.ts";
import { Name } from "./tool-parameters.ts";

const Value = describedObject(
  "{id, label?, weight?: > 0 (1), tolerance?: risk borne, 0–1 (0.35)}",
  z.strictObject({
    id: Name,
    label: z.string().optional(),
    weight: amount().gt(0).default(1),
    tolerance: UnitInterval.default(0.35),
  }),
);

export const ValuesSetInput = z
  .strictObject({
    values: z
      .array(Value)
      .min(1)
      .max(200)
      .describe("All values with their weights; replaces the earlier ones"),
    threshold: UnitInterval.default(0.6).describe("Lowest score at which a plan is allowed"),
  })
  .refine(({ values }) => new Set(values.map(({ id }) => id)).size === values.length, {
    path: ["values"],
    error: "ids must be distinct",
  });
export type ValuesSetInput = z.infer<typeof ValuesSetInput>;

export const ValuesSetOutput = z.object({ values: count, threshold: UnitInterval, version: count });
export type ValuesSetOutput = z.infer<typeof ValuesSetOutput>;
