import {
  answerShape,
  lenientItems,
  lenientNumber,
  lenientText,
  lenientUnit,
} from "../domain/answer/answer-shape.ts";
import { formOf, type PipePrompt, systemPrompt } from "./pipe.ts";
import { section, task } from "./task.ts";

export const DetectionShape = answerShape({
  detections: lenientItems("type", {
    type: lenientText,
    bias_type: lenientText,
    fallacy_type: lenientText,
    category: lenientText,
    severity: lenientNumber(1, 5),
    confidence: lenientUnit,
    explanation: lenientText,
    remediation: lenientText,
    excerpt: lenientText,
  }),
  reasoning_quality: lenientUnit,
  argument_validity: lenientUnit,
  overall_assessment: lenientText,
});

const finding = {
  severity: 3,
  confidence: 0.8,
  explanation: "why this passage shows it",
  // Part of the published prompt. cspell:disable-next-line
  remediation: "how to mend it",
  excerpt: "the passage, word for word",
};

export const biasExample = {
  detections: [{ bias_type: "confirmation_bias", ...finding }],
  reasoning_quality: 0.7,
  overall_assessment: "a sentence on the whole",
};

export const fallacyExample = {
  detections: [{ fallacy_type: "ad_hominem", category: "informal", ...finding }],
  argument_validity: 0.6,
  overall_assessment: "a sentence on the whole",
};

export const detection: PipePrompt = {
  key: "detection",
  description: "Finds cognitive biases and logical fallacies",
  system: systemPrompt(
    "You find faults in reasoning. Report only what a passage shows, quote that passage word for word, rate severity from 1 (slight) to 5 (it ruins the argument), and return an empty list when there is nothing.",
    `Operation biases: confirmation_bias, anchoring_bias, availability_heuristic, sunk_cost_fallacy, hindsight_bias, bandwagon_effect, dunning_kruger, negativity_bias, or another in the same spelling. ${formOf(biasExample)}`,
    `Operation fallacies: formal ones (affirming_consequent, denying_antecedent, undistributed_middle) and informal ones (ad_hominem, straw_man, false_dichotomy, appeal_to_authority, circular_reasoning, slippery_slope, red_herring, hasty_generalization), or another in the same spelling. ${formOf(fallacyExample)}`,
  ),
};

export function biasTask(content: string, types: readonly string[] | undefined): string {
  const wanted = types === undefined ? "" : ` Report only: ${types.join(", ")}.`;
  return task(`Operation: biases.${wanted}`, section("content", content));
}

export function fallacyTask(content: string, categories: readonly string[]): string {
  return task(
    `Operation: fallacies. Report only ${categories.join(" and ")} ones.`,
    section("content", content),
  );
}
