import { defineTool } from "@faculties/mcp-kit";
import {
  ReasoningGotScoreInput,
  ReasoningGotScoreOutput,
} from "@faculties/schemas/langbase-reasoning";
import type { Context } from "../context.ts";
import { DEFAULT_CONFIDENCE } from "../domain/default-confidence.ts";
import { overallScore } from "../domain/graph/overall-score.ts";
import { joinWords } from "../domain/join-words.ts";
import { got, scoreTask } from "../prompts/got.ts";
import { ScoreShape } from "../prompts/got-shape.ts";
import { openGraph } from "../store/open-graph.ts";
import { withinSession } from "../store/within-session.ts";
import { withNotes } from "../views/with-notes.ts";
import { THINKS } from "./annotations.ts";

export const reasoningGotScore = defineTool({
  name: "reasoning_got_score",
  title: "Score",
  description: "Rate a node.",
  toolset: "got",
  input: ReasoningGotScoreInput,
  output: ReasoningGotScoreOutput,
  annotations: THINKS,
  async run(input, { store, model, pipes }: Context, call) {
    const { graph_id, node_id } = input;
    const { graph, nodes, line } = await store.read((unit) =>
      openGraph(unit, graph_id, [node_id], "node_id", pipes),
    );

    const answer = await model.ask(call, {
      tool: "reasoning_got_score",
      input,
      pipe: got,
      task: scoreTask({
        content: nodes[0]?.content ?? "",
        problem: input.problem ?? graph.problem ?? undefined,
      }),
      shape: ScoreShape,
      line,
    });
    const { data } = answer;
    const { score, breakdown, missing } = overallScore(data, data.confidence ?? DEFAULT_CONFIDENCE);
    const rationale = data.rationale ?? data.thought ?? answer.text;
    await store.write(async (unit) => {
      // Another call may have pruned or abandoned it meanwhile.
      await openGraph(unit, graph_id, [node_id], "node_id", pipes);
      await unit.nodes.setScore(node_id, score, { breakdown, rationale });
      await unit.sessions.enter(graph.sessionId, "got");
      await answer.record(unit, graph.sessionId);
    }, withinSession(graph.sessionId));

    return withNotes(
      { graph_id, session_id: graph.sessionId, node_id, score, breakdown, rationale },
      missing.length > 0 ? [`The answer left out ${joinWords(missing)}.`] : [],
    );
  },
});
