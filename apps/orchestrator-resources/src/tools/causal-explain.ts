import { defineTool } from "@faculties/mcp-kit";
import {
  CausalExplainInput,
  CausalExplainOutput,
} from "@faculties/schemas/orchestrator-resources/causal-explain";
import type { Context } from "../context.ts";
import { explainOutcome } from "../store/causal-events.ts";
import { READS } from "./annotations.ts";

export const causalExplainTool = defineTool({
  name: "causal_explain",
  title: "Explain an outcome",
  description:
    "Explain what led to an event, such as a failure: trace the chain of causes behind an outcome, or the path from one cause to it.",
  input: CausalExplainInput,
  output: CausalExplainOutput,
  annotations: READS,
  run: ({ outcome_id: outcomeId, cause_id: causeId, max_depth: maxDepth }, { database }: Context) =>
    database.read((tx) => explainOutcome(tx, { outcomeId, causeId, maxDepth })),
});
