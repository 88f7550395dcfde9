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
  description: "Decide by majority, quorum or weight; ties always break alike",
  input: ConsensusVoteInput,
  output: ConsensusVoteOutput,
  annotations: READS,
  run: (input) => countVotes(input),
});
