import * as z from "zod";
import { describedObject } from "../primitives/described-object.ts";
import { UnitInterval } from "../primitives/unit-interval.ts";
import { text } from "./response-fields.ts";
import { identifier, Name } from "./tool-parameters.ts";
import { ValueDecision } from "./value-decision.ts";

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
  plan: identifier("Name of the plan"),
  impacts: z
    .array(Impact)
    .min(1)
    .describe("What the plan does to each value: supports or harms it, and how much"),
  threshold: UnitInterval.optional().describe("Lowest score at which a plan is allowed"),
});
export type ValuesScoreInput = z.infer<typeof ValuesScoreInput>;

export const ValuesScoreOutput = z.object({ plan: text, decision: ValueDecision });
export type ValuesScoreOutput = z.infer<typeof ValuesScoreOutput>;
