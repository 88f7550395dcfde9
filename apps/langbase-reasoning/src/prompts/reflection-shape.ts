import { answerShape } from "../domain/answer/answer-shape.ts";
import { lenientText, lenientTexts, lenientUnit } from "../domain/answer/lenient-fields.ts";

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
