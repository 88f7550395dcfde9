import * as z from "zod";
import { amount } from "../primitives/amount.ts";
import { describedObject } from "../primitives/described-object.ts";
import { UnitInterval } from "../primitives/unit-interval.ts";
import { count, text, texts } from "./response-fields.ts";
import { identifier, Name } from "./tool-parameters.ts";

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
    values: z.array(Value).min(1).max(200).describe("All values; replaces those before"),
    threshold: UnitInterval.default(0.6).describe("Least score allowed"),
  })
  .refine(({ values }) => new Set(values.map(({ id }) => id)).size === values.length, {
    path: ["values"],
    error: "ids must be distinct",
  });
export type ValuesSetInput = z.infer<typeof ValuesSetInput>;

export const ValuesSetOutput = z.object({ values: count, threshold: UnitInterval, version: count });
export type ValuesSetOutput = z.infer<typeof ValuesSetOutput>;

const Impact = describedObject(
  "{value: id, impact: support|risk, severity?: 0–1 (1), rationale?, node_id?}",
  z.strictObject({
    value: Name,
    impact: z.enum(["support", "risk"]),
    severity: UnitInterval.default(1),
    rationale: z.string().optional(),
    node_id: Name.optional(),
  }),
);

export const ValuesScoreInput = z.strictObject({
  plan: identifier("Plan's name"),
  impacts: z.array(Impact).min(1).describe("What it does to values"),
  threshold: UnitInterval.optional().describe("Least score allowed"),
});
export type ValuesScoreInput = z.infer<typeof ValuesScoreInput>;

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

export const ValuesScoreOutput = z.object({ plan: text, decision: ValueDecision });
export type ValuesScoreOutput = z.infer<typeof ValuesScoreOutput>;

export const ValuesExplainInput = ValuesScoreInput;
export type ValuesExplainInput = z.infer<typeof ValuesExplainInput>;

export const ValuesExplainOutput = ValuesScoreOutput.extend({
  summary: text,
  violations: z.array(
    ValueViolation.extend({
      hint: text,
      contributors: z.array(
        z.object({ node_id: text.nullable(), rationale: text.nullable(), severity: UnitInterval }),
      ),
    }),
  ),
  suggestions: texts,
});
export type ValuesExplainOutput = z.infer<typeof ValuesExplainOutput>;
