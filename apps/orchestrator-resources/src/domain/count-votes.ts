import type {
  ConsensusVoteInput,
  ConsensusVoteOutput,
} from "@faculties/schemas/orchestrator-resources/consensus-vote";

type Tally = ConsensusVoteOutput["tally"];

/** Finds the winner, and whether its votes are enough. The same votes always have the same winner. */
export function countVotes({
  votes,
  mode,
  quorum,
  prefer,
}: ConsensusVoteInput): ConsensusVoteOutput {
  const tally = tallyOf(votes).toSorted(
    (left, right) => strength(right) - strength(left) || (left.choice < right.choice ? -1 : 1),
  );
  const totalWeight = votes.reduce((sum, { weight }) => sum + weight, 0);
  const total = mode === "weighted" ? totalWeight : votes.length;
  const needed = quorum ?? (mode === "weighted" ? total / 2 : Math.floor(total / 2) + 1);
  const best = strength(tally[0] as Tally[number]);
  const leaders = tally.filter((entry) => strength(entry) === best).map(({ choice }) => choice);
  const winner = prefer !== undefined && leaders.includes(prefer) ? prefer : (leaders[0] as string);
  // Without a quorum, half of the weight is not yet more than the other half.
  const satisfied = mode === "weighted" && quorum === undefined ? best > needed : best >= needed;
  return {
    mode,
    satisfied,
    // A quorum that is not reached decides nothing; otherwise somebody is always ahead.
    winner: quorum !== undefined && !satisfied ? null : winner,
    tied: leaders.length > 1 ? leaders : [],
    needed,
    tally,
    total_votes: votes.length,
    total_weight: totalWeight,
  };

  function strength({ votes: count, weight }: Tally[number]): number {
    return mode === "weighted" ? weight : count;
  }
}

function tallyOf(votes: ConsensusVoteInput["votes"]): Tally {
  const tally = new Map<string, Tally[number]>();
  for (const { choice, weight } of votes) {
    const entry = tally.get(choice) ?? { choice, votes: 0, weight: 0 };
    tally.set(choice, { choice, votes: entry.votes + 1, weight: entry.weight + weight });
  }
  return [...tally.values()];
}
