import type { ToolCall } from "@faculties/mcp-kit";
import type {
  ReasoningReflectionInput,
  ReasoningReflectionOutput,
} from "@faculties/schemas/langbase-reasoning/reasoning-reflection";
import type { Transaction } from "@faculties/storage";
import type { Context } from "../context.ts";
import { DEFAULT_CONFIDENCE } from "../domain/confidence.ts";
import {
  reflection,
  reflectionExample,
  ReflectionShape,
  reflectionTask,
} from "../pipes/reflection.ts";
import { findSubject, type Subject } from "../sessions/find-subject.ts";
import { readBackground, readThoughtsUpTo, type SessionHistory } from "../sessions/history.ts";
import { recordThought } from "../sessions/record-thought.ts";

/** Reflects on its own improvement until nothing improves or the rounds are used up. */
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
      history,
    });

  let last = await ask(subject.content);
  const answers = [last];
  let improved = last.data.improved_reasoning;
  while (answers.length < input.max_iterations && last.data.improved_reasoning !== undefined) {
    last = await ask(last.data.improved_reasoning);
    answers.push(last);
    if (last.data.improved_reasoning === improved) break;
    improved = last.data.improved_reasoning ?? improved;
  }

  const { data } = last;
  const content = data.thought ?? last.text;
  const confidence = data.confidence ?? DEFAULT_CONFIDENCE;
  const findings = {
    strengths: data.strengths,
    weaknesses: data.weaknesses,
    recommendations: data.recommendations,
    improved_reasoning: improved ?? null,
  };
  const critique = {
    content,
    confidence,
    mode: "reflection",
    metadata: findings,
    ...(subject.thought && { parentId: subject.thought.id, branchId: subject.thought.branchId }),
  } as const;
  const thought = await recordThought(store, subject.sessionId, critique, ...answers);

  return {
    thought_id: thought.id,
    session_id: thought.sessionId,
    content,
    confidence,
    ...findings,
    iterations: answers.length,
  };
}

/** The line that leads to the thought to examine, whichever branch is active. */
async function readBefore(
  tx: Transaction,
  { thought, sessionId }: Subject,
): Promise<SessionHistory> {
  if (thought === undefined) return readBackground(tx, sessionId);
  return { sessionId, thoughts: await readThoughtsUpTo(tx, thought.parentId) };
}
