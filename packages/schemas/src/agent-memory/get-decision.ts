import * as z from "zod";
import { BaseResponse } from "./base-response.ts";
import { DECISION_STATUSES } from "./search-decisions.ts";
import { LONGEST_NAME, textOfAtMost } from "./text-of-at-least.ts";

export const GetDecisionInput = z.object({
  id: textOfAtMost(LONGEST_NAME)
    .optional()
    .describe("Id of a decision or proposal, such as dec_…, from a search result"),
  target: textOfAtMost(LONGEST_NAME)
    .optional()
    .describe("Instead of the id: the target, for the decision in force on it"),
});
export type GetDecisionInput = z.infer<typeof GetDecisionInput>;

const LineageEntry = z.object({
  id: z.string(),
  title: z.string(),
  status: z.enum(DECISION_STATUSES),
  relation: z
    .enum(["supersedes", "superseded by", "amends", "amended by"])
    .describe("What the decision does to this one, or has from it; through any number of steps"),
});

export const GetDecisionOutput = BaseResponse.extend({
  decision: z.object({
    id: z.string(),
    title: z.string(),
    target: z.string(),
    rationale: z.string(),
    consequences: z.array(z.string()),
    status: z.enum(DECISION_STATUSES),
    origin: z.enum(["human", "agent"]),
    created_at: z.string().describe("ISO 8601"),
    project: z.string().optional(),
  }),
  lineage: z.array(LineageEntry),
});
export type GetDecisionOutput = z.infer<typeof GetDecisionOutput>;
