import type { ReasoningDivergentInput } from "@faculties/schemas/langbase-reasoning/reasoning-divergent";
import {
  answerShape,
  lenientItems,
  lenientText,
  lenientUnit,
} from "../domain/answer/answer-shape.ts";
import { formOf, type PipePrompt, systemPrompt } from "./pipe.ts";
import { list, section, task, wantedConfidence } from "./task.ts";

export const DivergentShape = answerShape({
  perspectives: lenientItems("viewpoint", {
    viewpoint: lenientText,
    perspective: lenientText,
    novelty_score: lenientUnit,
    novelty: lenientUnit,
  }),
  synthesis: lenientText,
});

export const divergentExample = {
  thought: "the assumptions that were challenged, and what that opens up",
  confidence: 0.75,
  perspectives: [{ viewpoint: "an unusual way to see it, with its reason", novelty_score: 0.8 }],
  synthesis: "what the perspectives say together",
};

export const divergent: PipePrompt = {
  key: "divergent",
  description: "Finds unconventional perspectives and joins them",
  system: systemPrompt(
    "You think divergently. Name the assumptions behind a topic, challenge them, find perspectives that others would miss, rate how novel each is, and join them into one insight.",
    formOf(divergentExample),
  ),
};

export function divergentTask(input: ReasoningDivergentInput): string {
  return task(
    section("content", input.content),
    section("constraints", list(input.constraints)),
    `Give ${input.num_perspectives} perspectives.`,
    wantedConfidence(input.confidence),
  );
}
