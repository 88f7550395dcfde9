import { defineTool } from "@faculties/mcp-kit";
import {
  ReasoningDetectFallaciesInput,
  ReasoningDetectFallaciesOutput,
} from "@faculties/schemas/langbase-reasoning/reasoning-detect-fallacies";
import type { Context } from "../context.ts";
import { invalid } from "../domain/reasoning-error.ts";
import { THINKS } from "./annotations.ts";

export const reasoningDetectFallaciesTool = defineTool({
  name: "reasoning_detect_fallacies",
  title: "Fallacies",
  description:
    "Analyze content for logical fallacies including ad hominem, straw man, false dichotomy, appeal to authority, circular reasoning, and others. Returns detected fallacies with severity, confidence, explanation, and remediation suggestions. Use it to find logical errors in a text or argument; for distorted judgement use reasoning_detect_biases.",
  toolset: "detect",
  input: ReasoningDetectFallaciesInput,
  output: ReasoningDetectFallaciesOutput,
  annotations: THINKS,
  async run(input, context: Context, call) {
    if (!input.check_formal && !input.check_informal)
      throw invalid("check_formal", "Either check_formal or check_informal must be true");

    const { detectFallacies } = await import("../detection/detect.ts");
    return detectFallacies(context, input, call);
  },
});
