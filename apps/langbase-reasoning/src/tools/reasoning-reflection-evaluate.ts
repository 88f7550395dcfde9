import { defineTool } from "@faculties/mcp-kit";
import {
  ReasoningReflectionEvaluateInput,
  ReasoningReflectionEvaluateOutput,
} from "@faculties/schemas/langbase-reasoning";
import type { Context } from "../context.ts";
import { describeFigures, judgeFigures, measureSession } from "../domain/evaluate-session.ts";
import { evaluationTask, reflection } from "../prompts/reflection.ts";
import { ReflectionShape } from "../prompts/reflection-shape.ts";
import { openThread } from "../store/open-line.ts";
import { withinSession } from "../store/within-session.ts";
import { withNotes } from "../views/with-notes.ts";
import { THINKS } from "./annotations.ts";

const MOST_THOUGHTS = 50;
const LONGEST_THOUGHT = 2_000;

export const reasoningReflectionEvaluate = defineTool({
  name: "reasoning_reflection_evaluate",
  title: "Evaluate",
  description: "Rate a session's quality and coherence.",
  toolset: "core",
  input: ReasoningReflectionEvaluateInput,
  output: ReasoningReflectionEvaluateOutput,
  annotations: THINKS,
  async run(input, { store, model, pipes }: Context, call) {
    const { thoughts, detections, line } = await store.read(async (unit) => {
      await unit.sessions.find(input.session_id);
      const branches = await unit.branches.all(input.session_id);
      const abandoned = new Set(
        branches.flatMap(({ id, state }) => (state === "abandoned" ? [id] : [])),
      );
      const all = await unit.thoughts.all(input.session_id);
      const kept = all.filter(({ branchId }) => branchId === null || !abandoned.has(branchId));
      const keptIds = new Set(kept.map(({ id }) => id));
      const found = await unit.detections.all(input.session_id);
      return {
        thoughts: kept,
        detections: found.filter(({ thoughtId }) => thoughtId === null || keptIds.has(thoughtId)),
        line: await openThread(unit, input.session_id, "reflection", pipes),
      };
    });

    const figures = measureSession(thoughts, detections);
    const counted = judgeFigures(figures, detections.length);
    const summary = describeFigures(figures);
    const asks = thoughts.length > 0 && (await model.isThere(call));
    const answer = asks
      ? await model.ask(call, {
          tool: "reasoning_reflection_evaluate",
          input,
          pipe: reflection,
          task: evaluationTask(
            thoughts.slice(-MOST_THOUGHTS).map(({ content }) => content.slice(0, LONGEST_THOUGHT)),
            summary,
          ),
          shape: ReflectionShape,
          line,
        })
      : undefined;
    if (answer !== undefined)
      await store.write(
        (unit) => answer.record(unit, input.session_id),
        withinSession(input.session_id),
      );
    const said = answer?.fallback === false ? answer.data : undefined;

    return withNotes(
      {
        session_id: input.session_id,
        thought_count: figures.thoughtCount,
        reasoning_quality: said?.reasoning_quality ?? figures.quality,
        coherence: figures.coherence,
        average_confidence: figures.averageConfidence,
        strengths: said?.strengths ?? counted.strengths,
        weaknesses: said?.weaknesses ?? counted.weaknesses,
        recommendations: said?.recommendations ?? counted.recommendations,
        overall_assessment: answer?.data.thought ?? summary,
      },
      thoughts.length === 0
        ? ["The session has no thoughts yet."]
        : said === undefined
          ? ["Strengths and weaknesses are read off the figures, not judged by a model."]
          : [],
    );
  },
});
