import * as z from "zod";
import { amount } from "../primitives/amount.ts";
import { describedObject } from "../primitives/described-object.ts";
import { count, nullableText, text, texts } from "./response-fields.ts";
import { Name, optionalIdentifier } from "./tool-parameters.ts";

export const CONSENSUS_MODES = ["majority", "quorum", "weighted"] as const;

export const ConsensusVoteInput = z
  .strictObject({
    votes: z
      .array(
        describedObject(
          "{voter, choice, weight?: in weighted mode (1)}",
          z.strictObject({ voter: Name, choice: Name, weight: amount().min(0).default(1) }),
        ),
      )
      .min(1)
      .describe("Votes of the agents, one per voter"),
    mode: z
      .enum(CONSENSUS_MODES)
      .default("majority")
      .describe("What wins: most votes, a quorum, or weight"),
    quorum: amount().gt(0).optional().describe("Number of votes, or weight, that the winner needs"),
    prefer: optionalIdentifier("Choice that wins if votes are equal"),
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
