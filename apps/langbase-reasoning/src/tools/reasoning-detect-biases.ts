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
  description: "Find cognitive biases in a text.",
  toolset: "detect",
  input: ReasoningDetectBiasesInput,
  output: ReasoningDetectBiasesOutput,
  annotations: THINKS,
  async run(input, context: Context, call) {
    const { detectBiases } = await import("../detection/detect.ts");
    return detectBiases(context, input, call);
  },
});
