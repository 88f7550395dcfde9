import { defineTool, type ToolCall } from "@faculties/mcp-kit";
import {
  ReasoningMakeDecisionInput,
  ReasoningMakeDecisionOutput,
} from "@faculties/schemas/langbase-reasoning";
import type { Context } from "../context.ts";
import { decide } from "../domain/decision/decide.ts";
import {
  explainSensitivity,
  explainTradeOffs,
  explainWinner,
} from "../domain/decision/explain-decision.ts";
import { knownTradeOffs } from "../domain/decision/known-trade-offs.ts";
import { problemFromModel, problemFromScores } from "../domain/decision/pose-problem.ts";
import { tableOf } from "../domain/decision/table-of.ts";
import { invalid } from "../domain/reasoning-error.ts";
import { decision, decisionTask } from "../prompts/decision.ts";
import { DecisionShape } from "../prompts/decision-shape.ts";
import { openLine } from "../store/open-line.ts";
import { withinSession } from "../store/within-session.ts";
import { withNotes } from "../views/with-notes.ts";
import { THINKS } from "./annotations.ts";

const TOOL = "reasoning_make_decision";
const INCONSISTENT = 0.1;
// Every pair is compared under every criterion: a thousand alternatives would be half a million judgements each.
const MOST_COMPARED = 100;

export const reasoningMakeDecision = defineTool({
  name: TOOL,
  title: "Decide",
  description: "Rank alternatives by weighted criteria.",
  toolset: "decide",
  hasView: true,
  input: ReasoningMakeDecisionInput,
  output: ReasoningMakeDecisionOutput,
  annotations: THINKS,
  async run(input, context: Context, call) {
    if (input.method === "pairwise" && input.alternatives.length > MOST_COMPARED)
      throw invalid(
        "alternatives",
        `Pairwise comparison takes at most ${MOST_COMPARED}; use weighted_sum or topsis`,
      );

    const { problem, notes, answer } =
      input.scores === undefined
        ? await poseByModel(input, context, call)
        : { ...problemFromScores(input, input.scores), answer: undefined };

    const decided = decide(problem);
    const { winner, rankings, ranges } = decided;
    const rationale = explainWinner(problem, decided);
    const said = knownTradeOffs(answer?.data.trade_offs ?? [], input.alternatives);
    const ratio = decided.consistencyRatio;
    const result = {
      question: input.question,
      method: input.method,
      recommendation: { ...winner, rationale },
      rankings,
      trade_offs: said.length > 0 ? said : explainTradeOffs(problem, decided),
      sensitivity_analysis: { ...explainSensitivity(ranges), weight_ranges: ranges },
      scores: tableOf(problem),
      ...(ratio !== undefined && { consistency_ratio: ratio }),
    };
    const session_id = await context.store.write(async (unit) => {
      const session = await unit.sessions.enter(input.session_id, "decision");
      const thought = await unit.thoughts.add(session, {
        content: `${input.question}\n${rationale}`,
        confidence: winner.score,
        mode: "decision",
        metadata: result,
      });
      await answer?.record(unit, session.id, thought);
      return session.id;
    }, withinSession(input.session_id));

    const doubt =
      ratio !== undefined && ratio > INCONSISTENT
        ? [
            `The pairwise judgements contradict each other (consistency ratio ${ratio.toFixed(3)}, more than ${INCONSISTENT}); revise them.`,
          ]
        : [];
    return withNotes({ session_id, ...result }, [...notes, ...doubt]);
  },
});

async function poseByModel(
  input: ReasoningMakeDecisionInput,
  { store, model, pipes }: Context,
  call: ToolCall,
) {
  const line = await store.read((unit) => openLine(unit, input.session_id, "decision", pipes));
  const task = decisionTask(input);
  const answer = await model.ask(call, {
    tool: TOOL,
    input,
    pipe: decision,
    task,
    shape: DecisionShape,
    line,
  });
  return { ...problemFromModel(input, answer.data), answer };
}
