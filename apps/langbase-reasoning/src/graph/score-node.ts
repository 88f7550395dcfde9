import type { ToolCall } from "@faculties/mcp-kit";
import type {
  ReasoningGotScoreInput,
  ReasoningGotScoreOutput,
} from "@faculties/schemas/langbase-reasoning/reasoning-got-score";
import type { Context } from "../context.ts";
import { overallScore, type ScoreParts } from "../domain/graph.ts";
import { matchItems } from "../domain/match-items.ts";
import { invalid, reasoningError } from "../domain/reasoning-error.ts";
import { withNotes } from "../domain/with-notes.ts";
import { counted, joinWords } from "../domain/words.ts";
import { scoreExample, scoresExample, ScoreShape, scoreTask } from "../pipes/got.ts";
import { setScore } from "../store/graph-nodes.ts";
import { growGraph } from "./grow-graph.ts";

const GIVEN = "The caller's own score.";

/** Rates nodes, all in one question, or takes the caller's scores. */
export async function scoreNode(
  context: Context,
  input: ReasoningGotScoreInput,
  call: ToolCall,
): Promise<ReasoningGotScoreOutput> {
  const { graph_id, node_id, node_ids = [] } = input;
  const ids = [...new Set([node_id, ...node_ids])];
  const { sessionId, rated, notes } = await rateNodes(context, input, ids, call);
  const [first, ...others] = rated;
  if (first?.node_id !== node_id)
    throw reasoningError("ApiError", `The model did not rate node ${node_id}. Try again.`);
  return withNotes(
    {
      graph_id,
      session_id: sessionId,
      ...publicScore(first),
      ...(ids.length > 1 && { scores: others.map(publicScore) }),
    },
    notes,
  );
}

/** The ratings of those nodes that the model rated, stored. */
export async function rateNodes(
  context: Context,
  input: Pick<ReasoningGotScoreInput, "graph_id" | "problem" | "scores">,
  ids: readonly string[],
  call: ToolCall,
) {
  const { graph_id, scores } = input;
  if (scores !== undefined && scores.length !== ids.length)
    throw invalid("scores", `Give one score for each of the ${counted(ids.length, "node")}`);

  const { graph, answer, stored } = await growGraph(context, call, {
    tool: "reasoning_got_score",
    input,
    graphId: graph_id,
    nodeIds: ids,
    field: ids.length > 1 ? "node_ids" : "node_id",
    shape: ScoreShape,
    example: ids.length > 1 ? scoresExample : scoreExample,
    given: scores && { ratings: scores.map((score) => ({ score })) },
    plan: ({ seen }) => ({ task: scoreTask(seen) }),
    async store(tx, { answer: { data, text } }) {
      const alone = ids.length === 1 && data.ratings.length === 0;
      const { matched, notes } = alone
        ? { matched: [data], notes: [] }
        : matchItems(data.ratings, ids);
      const rated: Rated[] = [];
      for (const [index, id] of ids.entries()) {
        const parts: (ScoreParts & { rationale?: string | undefined }) | undefined = matched[index];
        if (parts === undefined && ids.length > 1 && matched.some((one) => one !== undefined))
          continue;
        const { score, breakdown, missing, divisor } = overallScore(parts ?? {});
        const rationale =
          scores === undefined
            ? (parts?.rationale ?? (alone ? (data.thought ?? text) : ""))
            : GIVEN;
        const shown = scores === undefined ? breakdown : null;
        await setScore(tx, id, score, { breakdown: shown, rationale });
        rated.push({ node_id: id, score, breakdown: shown, rationale, missing, divisor });
      }
      return { rated, notes };
    },
  });

  return {
    sessionId: graph.sessionId,
    rated: stored.rated,
    notes: [
      ...answer.notes,
      ...stored.notes,
      ...(scores === undefined ? ratingNotes(stored.rated) : []),
    ],
  };
}

type Rated = {
  node_id: string;
  score: number;
  breakdown: ReasoningGotScoreOutput["breakdown"];
  rationale: string;
  missing: readonly string[];
  divisor: number;
};

function publicScore({ node_id, score, breakdown, rationale }: Rated) {
  return { node_id, score, breakdown, rationale };
}

function ratingNotes(rated: readonly Rated[]): string[] {
  const scaled = rated.find(({ divisor }) => divisor !== 1);
  const missing = new Set(rated.flatMap((one) => one.missing));
  return [
    ...(scaled === undefined
      ? []
      : [
          `The model rated from 0 to ${scaled.divisor}; its ratings were divided by ${scaled.divisor}.`,
        ]),
    ...(missing.size > 0 ? [`The answer left out ${joinWords([...missing])}.`] : []),
  ];
}
