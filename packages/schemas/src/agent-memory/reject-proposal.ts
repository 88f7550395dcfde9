import type * as z from "zod";
import { AcceptProposalInput } from "./accept-proposal.ts";
import { BaseResponse } from "./base-response.ts";

export const RejectProposalInput = AcceptProposalInput;
export type RejectProposalInput = z.infer<typeof RejectProposalInput>;

export const RejectProposalOutput = BaseResponse;
export type RejectProposalOutput = z.infer<typeof RejectProposalOutput>;
