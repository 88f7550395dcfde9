import * as z from "zod";
import { amount } from "../primitives/amount.ts";
import { count, nullableText, text, texts } from "./response-fields.ts";
import { identifier, optionalIdentifier } from "./tool-parameters.ts";

export const CONSENSUS_MODES = ["majority", "quorum", "weighted"] as const;

export const ConsensusVoteInput = z
  .strictObject({
    votes: z
      .array(
        z.strictObject({
          voter: identifier("Who; once each"),
          choice: identifier("For what"),
          weight: amount().min(0).default(1).describe("Counts in weighted mode"),
        }),
      )
      .min(1)
      .describe("Votes"),
    mode: z.enum(CONSENSUS_MODES).default("majority").describe("What wins"),
    quorum: amount().gt(0).optional().describe("Votes, or weight, that the winner needs"),
    prefer: optionalIdentifier("Choice that wins a tie"),
  })
  .refine(({ votes }) => new Set(votes.map(({ voter }) => voter)).size === votes.length, {
    path: ["votes"],
    error: "each voter votes once",
  })
  .refine(({ mode, quorum }) => mode !== "quorum" || quorum !== undefined, {
    path: ["quorum"],
    error: "quorum is required by this mode",
  });
export type ConsensusVoteInput = z.infer<typeof ConsensusVoteInput>;

/** A tie goes to `prefer`, else to the choice that comes first in code point order. */
export const ConsensusVoteOutput = z.object({
  mode: z.enum(CONSENSUS_MODES),
  satisfied: z.boolean(),
  winner: nullableText,
  tied: texts,
  needed: z.number(),
  tally: z.array(z.object({ choice: text, votes: count, weight: z.number() })),
  total_votes: count,
  total_weight: z.number(),
});
export type ConsensusVoteOutput = z.infer<typeof ConsensusVoteOutput>;
