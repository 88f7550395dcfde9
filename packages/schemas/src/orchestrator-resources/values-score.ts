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
  plan: identifier("Plan's name"),
  impacts: z.array(Impact).min(1).describe("What it does to values"),
  threshold: UnitInterval.optional().describe("Least score allowed"),
});
export type ValuesScoreInput = z.infer<typeof ValuesScoreInput>;

export const ValuesScoreOutput = z.object({ plan: text, decision: ValueDecision });
export type ValuesScoreOutput = z.infer<typeof ValuesScoreOutput>;
