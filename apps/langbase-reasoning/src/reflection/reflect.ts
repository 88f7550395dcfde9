import type { ToolCall } from "@faculties/mcp-kit";
import type {
  ReasoningReflectionInput,
  ReasoningReflectionOutput,
} from "@faculties/schemas/langbase-reasoning/reasoning-reflection";
import type { Transaction } from "@faculties/storage";
import type { Context } from "../context.ts";
import { answerNotes, DEFAULT_CONFIDENCE } from "../domain/confidence.ts";
import { withNotes } from "../domain/with-notes.ts";
import type { ModelAnswer } from "../model-calls/ask-model.ts";
import {
  reflection,
  reflectionExample,
  ReflectionShape,
  reflectionTask,
} from "../pipes/reflection.ts";
import { findSubject, type Subject } from "../sessions/find-subject.ts";
import { readBackground, readThoughtsUpTo, type SessionHistory } from "../sessions/history.ts";
import { recordThought } from "../sessions/record-thought.ts";

/** Reflects on its own improvement until it is rated worse or the rounds are used up, and returns the best version. */
export async function reflect(
  { store, model }: Context,
  input: ReasoningReflectionInput,
  call: ToolCall,
): Promise<ReasoningReflectionOutput> {
  const { subject, history } = await store.read(async (tx) => {
    const found = await findSubject(tx, input);
    return { subject: found, history: await readBefore(tx, found) };
  });
  const ask = (content: string) =>
    model.ask(call, {
      tool: "reasoning_reflection",
      input,
      pipe: reflection,
      task: reflectionTask(content, input.focus_areas),
      shape: ReflectionShape,
      example: reflectionExample,
      given: input.findings,
      history,
    });

  const answers = [await ask(subject.content)];
  while (answers.length < input.max_iterations && input.findings === undefined) {
    const version = answers.at(-1)?.data.improved_reasoning;
    if (version === undefined || hasGotWorse(answers)) break;
    const next = await ask(version);
    answers.push(next);
    if (next.data.improved_reasoning === version) break;
  }

  const best = bestVersion(answers);
  const { critique: chosen, improved } = best;
  const { data } = chosen;
  const content = data.thought ?? (chosen.text || improved || subject.content);
  const confidence = data.confidence ?? DEFAULT_CONFIDENCE;
  const findings = {
    strengths: data.strengths,
    weaknesses: data.weaknesses,
    recommendations: data.recommendations,
    improved_reasoning: improved,
  };
  const critique = {
    content,
    confidence,
    mode: "reflection",
    metadata: findings,
    ...(subject.thought && { parentId: subject.thought.id, branchId: subject.thought.branchId }),
  } as const;
  const thought = await recordThought(store, subject.sessionId, critique, ...answers);

  return withNotes(
    {
      thought_id: thought.id,
      session_id: thought.sessionId,
      content,
      confidence,
      ...findings,
      iterations: answers.length,
      reasoning_quality: best.quality,
    },
    [...answerNotes(chosen), ...best.notes],
  );
}

type Reflection = ModelAnswer<ReturnType<typeof ReflectionShape.parse>["data"]>;

/** Each reflection rates the version that it was given, so the newest rating may be below the one before. */
function hasGotWorse(answers: readonly Reflection[]): boolean {
  const [before, last] = answers.slice(-2).map(({ data }) => data.reasoning_quality);
  return before !== undefined && last !== undefined && last < before;
}

/**
 * The best version that was rated, with the reflection on it. The newest version was never rated: it counts only if no
 * other improvement was.
 */
function bestVersion(answers: readonly Reflection[]) {
  const [first, ...later] = answers as readonly [Reflection, ...Reflection[]];
  const newest = answers.at(-1)?.data.improved_reasoning ?? null;
  const unrated = { critique: answers.at(-1) ?? first, improved: newest, notes: [] as string[] };
  const quality = first.data.reasoning_quality ?? null;
  if (later.length === 0 || later.some(({ data }) => data.reasoning_quality === undefined))
    return { ...unrated, quality: later.length === 0 ? quality : null };
  let best = { critique: first, improved: null as string | null, quality: quality ?? 0 };
  for (const [index, critique] of later.entries()) {
    const rated = critique.data.reasoning_quality ?? 0;
    if (rated >= best.quality)
      best = {
        critique,
        improved: answers[index]?.data.improved_reasoning ?? null,
        quality: rated,
      };
  }
  const notes =
    best.improved === null
      ? ["No version was rated better than the original, so none is returned."]
      : [];
  return { ...best, notes };
}

/** The line that leads to the thought to examine, whichever branch is active. */
async function readBefore(
  tx: Transaction,
  { thought, sessionId }: Subject,
): Promise<SessionHistory> {
  if (thought === undefined) return readBackground(tx, sessionId);
  return { sessionId, thoughts: await readThoughtsUpTo(tx, thought.parentId) };
}
