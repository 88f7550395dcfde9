import type { ToolCall } from "@faculties/mcp-kit";
import type {
  ReasoningReflectionEvaluateInput,
  ReasoningReflectionEvaluateOutput,
} from "@faculties/schemas/langbase-reasoning/reasoning-reflection-evaluate";
import type { Transaction } from "@faculties/storage";
import type { Context } from "../context.ts";
import { describeFigures, judgeFigures, measureSession } from "../domain/session-figures.ts";
import { withNotes } from "../domain/with-notes.ts";
import {
  evaluationTask,
  reflection,
  reflectionExample,
  ReflectionShape,
} from "../pipes/reflection.ts";
import { noHistory } from "../sessions/history.ts";
import { listBranches } from "../store/branches.ts";
import { listDetections } from "../store/detections.ts";
import { sessionKey } from "../store/lock-keys.ts";
import { findSession } from "../store/sessions.ts";
import { listThoughts } from "../store/thoughts.ts";

const MOST_THOUGHTS = 50;
const LONGEST_THOUGHT = 2_000;

/** Rates the quality and coherence of a session, by figures and, if there is one, by a model. */
export async function evaluateSession(
  { store, model }: Context,
  input: ReasoningReflectionEvaluateInput,
  call: ToolCall,
): Promise<ReasoningReflectionEvaluateOutput> {
  const { session_id } = input;
  const { thoughts, detections } = await store.read((tx) => readLiveThoughts(tx, session_id));

  const figures = measureSession(thoughts);
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
        example: reflectionExample,
        history: noHistory(session_id),
      })
    : undefined;
  if (answer !== undefined)
    await store.write((tx, now) => answer.record(tx, session_id, now), {
      locks: [sessionKey(session_id)],
    });
  const said = answer?.fallback === false ? answer.data : undefined;

  return withNotes(
    {
      session_id,
      thought_count: figures.thoughtCount,
      reasoning_quality: said?.reasoning_quality ?? null,
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
}

/** The thoughts that are not on an abandoned branch, and the detections that do not concern one that is. */
async function readLiveThoughts(tx: Transaction, sessionId: string) {
  await findSession(tx, sessionId);
  const branches = await listBranches(tx, sessionId);
  const abandoned = new Set(
    branches.flatMap(({ id, state }) => (state === "abandoned" ? [id] : [])),
  );
  const all = await listThoughts(tx, sessionId);
  const thoughts = all.filter(({ branchId }) => branchId === null || !abandoned.has(branchId));
  const ids = new Set(thoughts.map(({ id }) => id));
  const detections = await listDetections(tx, sessionId);
  return {
    thoughts,
    detections: detections.filter(({ thoughtId }) => thoughtId === null || ids.has(thoughtId)),
  };
}
