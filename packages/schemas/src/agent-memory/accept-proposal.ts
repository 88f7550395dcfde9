import * as z from "zod";
import { BaseResponse } from "./base-response.ts";

export const AcceptProposalInput = z.object({
  proposal_id: z.string().describe("The id of the drafted proposal (prop_…)"),
});
export type AcceptProposalInput = z.infer<typeof AcceptProposalInput>;

export const AcceptProposalOutput = BaseResponse.extend({
  decision_id: z.string().optional(),
  superseded_ids: z.array(z.string()).optional(),
});
export type AcceptProposalOutput = z.infer<typeof AcceptProposalOutput>;
