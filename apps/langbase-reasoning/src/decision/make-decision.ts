import { isDeepStrictEqual } from "node:util";
import type { ToolCall } from "@faculties/mcp-kit";
import type {
  ReasoningMakeDecisionInput,
  ReasoningMakeDecisionOutput,
} from "@faculties/schemas/langbase-reasoning/reasoning-make-decision";
import type { Context } from "../context.ts";
import { decide } from "../domain/decision/decide.ts";
import {
  explainSensitivity,
  explainTradeOffs,
  explainWinner,
  knownTradeOffs,
  tableOf,
} from "../domain/decision/explain-decision.ts";
import { problemFromModel, problemFromScores } from "../domain/decision/pose-problem.ts";
import { withNotes } from "../domain/with-notes.ts";
import { decision, DecisionShape, decisionTask } from "../pipes/decision.ts";
import { readBackground } from "../sessions/history.ts";
import { recordThought } from "../sessions/record-thought.ts";

const INCONSISTENT = 0.1;

/** Ranks alternatives by the caller's scores, or by those of a model. */
export async function makeDecision(
  context: Context,
  input: ReasoningMakeDecisionInput,
  call: ToolCall,
): Promise<ReasoningMakeDecisionOutput> {
  const { problem, unrated, notes, answer } =
    input.scores === undefined
      ? await poseByModel(context, input, call)
      : { ...problemFromScores(input, input.scores), answer: undefined };

  const decided = decide(problem);
  const { winner } = decided;
  const rankings = [...decided.rankings, ...rankUnrated(unrated, decided.rankings.length)];
  const rationale = explainWinner(problem, decided);
  const said = knownTradeOffs(answer?.data.trade_offs ?? [], input.alternatives);
  const ratio = decided.consistencyRatio;
  const result = {
    question: input.question,
    method: input.method,
    recommendation: { ...winner, rationale },
    rankings,
    trade_offs: said.length > 0 ? said : explainTradeOffs(problem, decided),
    sensitivity_analysis: {
      ...explainSensitivity(decided),
      weight_ranges: decided.ranges,
    },
    ...(ratio !== undefined && { consistency_ratio: ratio }),
  };
  const scores = tableOf(problem);
  const thought = {
    content: `${input.question}\n${rationale}`,
    confidence: winner.score,
    mode: "decision",
    metadata: { ...result, scores },
  } as const;
  const { sessionId } = await recordThought(context.store, input.session_id, thought, answer);

  const doubt =
    ratio !== undefined && ratio > INCONSISTENT
      ? [
          `The pairwise judgements contradict each other (consistency ratio ${ratio.toFixed(3)}, more than ${INCONSISTENT}); revise them.`,
        ]
      : [];
  return withNotes(
    {
      session_id: sessionId,
      ...result,
      ...(!isDeepStrictEqual(scores, input.scores) && { scores }),
    },
    [...notes, ...doubt],
  );
}

/** Nobody rated them, so they share the last rank and have no score. */
function rankUnrated(names: readonly string[], rated: number) {
  return names.map((alternative) => ({ alternative, score: null, rank: rated + 1 }));
}

async function poseByModel(
  { store, model }: Context,
  input: ReasoningMakeDecisionInput,
  call: ToolCall,
) {
  const answer = await model.ask(call, {
    tool: "reasoning_make_decision",
    input,
    pipe: decision,
    task: decisionTask(input),
    shape: DecisionShape,
    history: await store.read((tx) => readBackground(tx, input.session_id)),
  });
  return { ...problemFromModel(input, answer.data), answer };
}
