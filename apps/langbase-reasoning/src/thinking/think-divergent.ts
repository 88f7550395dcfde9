import { randomUUID } from "node:crypto";
import type { ToolCall } from "@faculties/mcp-kit";
import type {
  ReasoningDivergentInput,
  ReasoningDivergentOutput,
} from "@faculties/schemas/langbase-reasoning/reasoning-divergent";
import type { Context } from "../context.ts";
import { answerNotes, DEFAULT_CONFIDENCE, thresholdNotes } from "../domain/confidence.ts";
import { withNotes } from "../domain/with-notes.ts";
import { divergent, divergentExample, DivergentShape, divergentTask } from "../pipes/divergent.ts";
import { readHistory } from "../sessions/history.ts";
import { recordThought } from "../sessions/record-thought.ts";

/** Finds unconventional perspectives and joins them. */
export async function thinkDivergent(
  { store, model, pipes }: Context,
  input: ReasoningDivergentInput,
  call: ToolCall,
): Promise<ReasoningDivergentOutput> {
  const history = await store.read((tx) => readHistory(tx, input.session_id, "divergent", pipes));

  const answer = await model.ask(call, {
    tool: "reasoning_divergent",
    input,
    pipe: divergent,
    task: divergentTask(input),
    shape: DivergentShape,
    example: divergentExample,
    given: input.perspectives && {
      perspectives: input.perspectives,
      synthesis: input.synthesis ?? input.perspectives.join("\n"),
      confidence: input.confidence,
    },
    history,
  });
  const { data } = answer;
  const found = data.perspectives.flatMap(({ viewpoint, perspective, novelty_score, novelty }) => {
    const text = viewpoint ?? perspective;
    return text === undefined ? [] : [{ viewpoint: text, novelty: novelty_score ?? novelty }];
  });
  const perspectives = (
    answer.isGiven === true ? found : found.slice(0, input.num_perspectives)
  ).map(({ viewpoint, novelty }) => ({
    id: randomUUID(),
    viewpoint,
    novelty_score: novelty ?? null,
  }));
  const content = data.thought ?? data.synthesis ?? answer.text;
  const synthesis = data.synthesis ?? content;
  const confidence = data.confidence ?? DEFAULT_CONFIDENCE;
  const metadata = { perspectives, synthesis };
  const idea = { content, confidence, mode: "divergent", metadata } as const;
  const thought = await recordThought(store, input.session_id, idea, answer);

  return withNotes(
    {
      thought_id: thought.id,
      session_id: thought.sessionId,
      content,
      confidence,
      perspectives,
      synthesis,
    },
    [
      ...answerNotes(answer),
      ...(answer.isGiven !== true && perspectives.length < input.num_perspectives
        ? [`The model gave ${perspectives.length} of ${input.num_perspectives} perspectives.`]
        : []),
      ...thresholdNotes(confidence, input.confidence),
    ],
  );
}
