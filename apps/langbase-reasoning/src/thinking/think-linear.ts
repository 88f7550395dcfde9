import type { ToolCall } from "@faculties/mcp-kit";
import type {
  ReasoningLinearInput,
  ReasoningLinearOutput,
} from "@faculties/schemas/langbase-reasoning/reasoning-linear";
import type { Context } from "../context.ts";
import { answerNotes, DEFAULT_CONFIDENCE, thresholdNotes } from "../domain/confidence.ts";
import { withNotes } from "../domain/with-notes.ts";
import { linear, linearExample, LinearShape, linearTask } from "../pipes/linear.ts";
import { readHistory } from "../sessions/history.ts";
import { recordThought } from "../sessions/record-thought.ts";

/** Continues a line of thought by one step. */
export async function thinkLinear(
  { store, model, pipes }: Context,
  input: ReasoningLinearInput,
  call: ToolCall,
): Promise<ReasoningLinearOutput> {
  const history = await store.read((tx) => readHistory(tx, input.session_id, "linear", pipes));

  const answer = await model.ask(call, {
    tool: "reasoning_linear",
    input,
    pipe: linear,
    task: linearTask(input.content, input.confidence),
    shape: LinearShape,
    example: linearExample,
    given:
      input.thought === undefined
        ? undefined
        : { thought: input.thought, confidence: input.confidence },
    history,
  });
  const content = answer.data.thought ?? answer.text;
  const confidence = answer.data.confidence ?? DEFAULT_CONFIDENCE;
  const step = { content, confidence, mode: "linear" } as const;
  const thought = await recordThought(store, input.session_id, step, answer);

  return withNotes(
    {
      thought_id: thought.id,
      session_id: thought.sessionId,
      content,
      confidence,
      previous_thought: thought.parentId,
    },
    [...answerNotes(answer), ...thresholdNotes(confidence, input.confidence)],
  );
}
