import {
  answerShape,
  lenientText,
  lenientTexts,
  lenientUnit,
} from "../domain/answer/answer-shape.ts";
import { formOf, type PipePrompt, systemPrompt } from "./pipe.ts";
import { list, section, task } from "./task.ts";

export const ReflectionShape = answerShape({
  strengths: lenientTexts,
  weaknesses: lenientTexts,
  recommendations: lenientTexts,
  improved_reasoning: lenientText,
  reasoning_quality: lenientUnit,
});

export const reflectionExample = {
  thought: "the analysis of the reasoning",
  confidence: 0.8,
  strengths: ["what holds"],
  weaknesses: ["what does not hold, or is missing"],
  recommendations: ["what to do about it"],
  improved_reasoning:
    "the reasoning, rewritten without its weaknesses; null when it needs no change",
  reasoning_quality: 0.7,
};

export const VerifyShape = answerShape({ verdict: lenientText, reason: lenientText });

export const verifyExample = {
  verdict: "holds, fails or undecided",
  confidence: 0.8,
  reason: "the step, fact or counterexample that decides it",
};

export const reflection: PipePrompt = {
  key: "reflection",
  description: "Examines reasoning and improves it",
  system: systemPrompt(
    "You examine reasoning, not its topic. Judge whether its steps follow, what it takes for granted and what it leaves out; say how to improve it; then improve it.",
    formOf(reflectionExample),
    `Operation verify: try to refute the claim yourself, from its facts and not from its tone; undecided if you cannot tell. ${formOf(verifyExample)}`,
  ),
};

export function reflectionTask(content: string, focusAreas: readonly string[] | undefined): string {
  return task(section("reasoning", content), section("focus", list(focusAreas)));
}

/** The whole session, with the figures computed from it. */
export function evaluationTask(thoughts: readonly string[], figures: string): string {
  const numbered = thoughts.map((thought, index) => `${index + 1}. ${thought}`).join("\n");
  return task(
    "Evaluate this whole session of thoughts: its quality, its coherence, and what to do next.",
    section("session", numbered),
    section("figures", figures),
  );
}

export function verifyTask(claim: string, context: string | undefined): string {
  return task("Operation: verify.", section("claim", claim), section("context", context));
}
