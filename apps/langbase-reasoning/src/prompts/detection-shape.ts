import { answerShape } from "../domain/answer/answer-shape.ts";
import {
  lenientItems,
  lenientNumber,
  lenientText,
  lenientUnit,
} from "../domain/answer/lenient-fields.ts";

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
