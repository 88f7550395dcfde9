import { defineTool } from "@faculties/mcp-kit";
import {
  ConsensusVoteInput,
  ConsensusVoteOutput,
} from "@faculties/schemas/orchestrator-resources/consensus-vote";
import { READS } from "./annotations.ts";
import { countVotes } from "../domain/count-votes.ts";

export const consensusVoteTool = defineTool({
  name: "consensus_vote",
  title: "Count votes",
  description:
    "Count the votes of agents and decide who or what wins, by majority, quorum or weight; ties always break the same way. It asks nobody: give it the votes. To ask AI models for opinions use a consensus tool.",
  input: ConsensusVoteInput,
  output: ConsensusVoteOutput,
  annotations: READS,
  run: (input) => countVotes(input),
});
