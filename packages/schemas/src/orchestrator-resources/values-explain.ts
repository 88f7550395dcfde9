import * as z from "zod";
import { UnitInterval } from "../primitives/unit-interval.ts";
import { text, texts } from "./response-fields.ts";
import { ValueViolation } from "./value-decision.ts";
import { ValuesScoreInput, ValuesScoreOutput } from "./values-score.ts";

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
