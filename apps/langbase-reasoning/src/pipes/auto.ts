import {
  answerShape,
  lenientItems,
  lenientText,
  lenientUnit,
} from "../domain/answer/answer-shape.ts";
import { formOf, type PipePrompt, systemPrompt } from "./pipe.ts";
import { list, section, task } from "./task.ts";

export const AutoShape = answerShape({
  recommended_mode: lenientText,
  mode: lenientText,
  rationale: lenientText,
  complexity: lenientUnit,
  alternative_modes: lenientItems("mode", {
    mode: lenientText,
    confidence: lenientUnit,
    rationale: lenientText,
  }),
});

export const autoExample = {
  recommended_mode: "tree",
  confidence: 0.85,
  rationale: "why this mode fits",
  complexity: 0.6,
  alternative_modes: [{ mode: "divergent", confidence: 0.5, rationale: "why it would fit too" }],
};

export const auto: PipePrompt = {
  key: "auto",
  description: "Chooses the mode of reasoning that fits a problem",
  system: systemPrompt(
    `You choose how to reason about a problem; you do not solve it. The modes:
linear: one step after another. tree: several distinct approaches. divergent: new ideas. reflection: examine existing reasoning.
backtracking: return to an earlier point. got: a graph of thoughts that depend on each other and are merged.
detection: biases and fallacies in a text. decision: choose between alternatives by criteria. perspectives: stakeholders and their interests.
evidence: how credible evidence for a claim is. probabilistic: update a probability by evidence.`,
    formOf(autoExample),
  ),
};

export function autoTask(content: string, hints: readonly string[] | undefined): string {
  return task(section("problem", content), section("hints", list(hints)));
}
