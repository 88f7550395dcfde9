import * as z from "zod";
import { UnitInterval } from "../primitives/unit-interval.ts";
import { text } from "./response-fields.ts";

const score = z.number();

export const ValueViolation = z.object({
  value: text,
  severity: UnitInterval,
  tolerance: UnitInterval,
  message: text,
});
export type ValueViolation = z.infer<typeof ValueViolation>;

/** `score` is the part of `total` weight that is upheld; allowed from `threshold` on, without violations. */
export const ValueDecision = z.object({
  score: UnitInterval,
  total: z.number().min(0),
  breakdown: z.array(
    z.object({
      value: text,
      weight: z.number(),
      support: score,
      risk: score,
      residual: score,
      satisfaction: UnitInterval,
    }),
  ),
  violations: z.array(ValueViolation),
  allowed: z.boolean(),
  threshold: UnitInterval,
});
export type ValueDecision = z.infer<typeof ValueDecision>;
