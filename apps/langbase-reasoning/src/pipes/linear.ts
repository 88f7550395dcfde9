import { answerShape } from "../domain/answer/answer-shape.ts";
import { formOf, type PipePrompt, systemPrompt } from "./pipe.ts";
import { section, task, wantedConfidence } from "./task.ts";

export const LinearShape = answerShape({}, { needsThought: true });

export const linearExample = {
  thought: "the next step of the reasoning, complete in itself",
  confidence: 0.85,
  metadata: {},
};

export const linear: PipePrompt = {
  key: "linear",
  description: "Continues a line of thought by one step",
  system: systemPrompt(
    "You reason in sequence. Given a thought and what was thought before it, work out the one step that follows: analyse, infer or calculate, and end with what is now known. Do not repeat earlier steps.",
    formOf(linearExample),
  ),
};

export function linearTask(content: string, confidence: number | undefined): string {
  return task(section("content", content), wantedConfidence(confidence));
}

/** A step in a new direction, after a backtrack. */
export function redirectTask(direction: string, confidence: number | undefined): string {
  return task(
    "The reasoning went back to this point. Continue from the previous thoughts in the new direction only.",
    section("new_direction", direction),
    wantedConfidence(confidence),
  );
}
