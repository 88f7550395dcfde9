import type { ToolCall } from "@faculties/mcp-kit";
import type {
  ReasoningGotScoreInput,
  ReasoningGotScoreOutput,
} from "@faculties/schemas/langbase-reasoning/reasoning-got-score";
import type { Context } from "../context.ts";
import { overallScore } from "../domain/graph.ts";
import { withNotes } from "../domain/with-notes.ts";
import { joinWords } from "../domain/words.ts";
import { ScoreShape, scoreTask } from "../pipes/got.ts";
import { setScore } from "../store/graph-nodes.ts";
import { growGraph } from "./grow-graph.ts";

/** Rates a node. */
export async function scoreNode(
  context: Context,
  input: ReasoningGotScoreInput,
  call: ToolCall,
): Promise<ReasoningGotScoreOutput> {
  const { graph_id, node_id } = input;
  const { graph, answer, stored } = await growGraph(context, call, {
    tool: "reasoning_got_score",
    input,
    graphId: graph_id,
    nodeIds: [node_id],
    field: "node_id",
    shape: ScoreShape,
    plan: ({ seen }) => ({ task: scoreTask(seen) }),
    async store(tx, { answer: { data, text } }) {
      const rated = overallScore(data);
      const rationale = data.rationale ?? data.thought ?? text;
      await setScore(tx, node_id, rated.score, { breakdown: rated.breakdown, rationale });
      return { ...rated, rationale };
    },
  });

  const { score, breakdown, rationale, missing } = stored;
  return withNotes(
    { graph_id, session_id: graph.sessionId, node_id, score, breakdown, rationale },
    [
      ...answer.notes,
      ...scaleNotes(stored.divisor),
      ...(missing.length > 0 ? [`The answer left out ${joinWords(missing)}.`] : []),
    ],
  );
}

function scaleNotes(divisor: number): string[] {
  return divisor === 1
    ? []
    : [`The model rated from 0 to ${divisor}; its ratings were divided by ${divisor}.`];
}
