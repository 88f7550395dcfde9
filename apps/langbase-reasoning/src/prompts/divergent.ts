import type { ReasoningDivergentInput } from "@faculties/schemas/langbase-reasoning";
import { divergentExample } from "./divergent-shape.ts";
import { formOf, type PipePrompt, systemPrompt } from "./pipe-prompt.ts";
import { list, section, task, wantedConfidence } from "./task.ts";

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
