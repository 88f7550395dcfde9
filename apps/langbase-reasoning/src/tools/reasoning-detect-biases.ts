import { defineTool } from "@faculties/mcp-kit";
import {
  ReasoningDetectBiasesInput,
  ReasoningDetectBiasesOutput,
} from "@faculties/schemas/langbase-reasoning/reasoning-detect-biases";
import type { Context } from "../context.ts";
import { THINKS } from "./annotations.ts";

export const reasoningDetectBiasesTool = defineTool({
  name: "reasoning_detect_biases",
  title: "Biases",
  description:
    "Analyze content for cognitive biases such as confirmation bias, anchoring, availability heuristic, sunk cost fallacy, and others. Returns detected biases with severity, confidence, explanation, and remediation suggestions. Use it to check whether an argument or proposal is biased; for errors of logic use reasoning_detect_fallacies.",
  toolset: "detect",
  input: ReasoningDetectBiasesInput,
  output: ReasoningDetectBiasesOutput,
  annotations: THINKS,
  async run(input, context: Context, call) {
    const { detectBiases } = await import("../detection/detect.ts");
    return detectBiases(context, input, call);
  },
});
