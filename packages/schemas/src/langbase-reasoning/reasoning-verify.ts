import * as z from "zod";
import { nonBlankText } from "../primitives/non-blank-text.ts";
import { UnitInterval } from "../primitives/unit-interval.ts";
import { count, notes, text } from "./response-fields.ts";
import { context, optionalSessionId } from "./tool-parameters.ts";

export const VERDICTS = ["holds", "fails", "undecided"] as const;

export const ReasoningVerifyInput = z.object({
  claim: nonBlankText("Claim").describe(
    "The claim or result to verify; equations in it are computed",
  ),
  context: context.describe("What the claim is based on; every pass sees it"),
  passes: z
    .int()
    .min(1)
    .max(9)
    .default(3)
    .describe("Independent model calls, none of which sees another's verdict"),
  session_id: optionalSessionId,
});
export type ReasoningVerifyInput = z.infer<typeof ReasoningVerifyInput>;

export const ReasoningVerifyOutput = z.object({
  session_id: text,
  claim: text,
  verdict: z.enum(VERDICTS),
  agreement: UnitInterval.nullable().describe(
    "Share of the passes with that verdict; null without any",
  ),
  passes: z.array(
    z.object({ verdict: z.enum(VERDICTS), confidence: UnitInterval.nullable(), reason: text }),
  ),
  checks: z
    .array(z.object({ equation: text, computed: z.number().nullable(), holds: z.boolean() }))
    .describe("Equations of the claim, computed"),
  held: count,
  failed: count,
  notes,
});
export type ReasoningVerifyOutput = z.infer<typeof ReasoningVerifyOutput>;
