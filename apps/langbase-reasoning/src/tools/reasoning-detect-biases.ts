import { defineTool } from "@faculties/mcp-kit";
import {
  ReasoningDetectBiasesInput,
  ReasoningDetectBiasesOutput,
} from "@faculties/schemas/langbase-reasoning";
import type { Context } from "../context.ts";
import { detectBiases, isAskedFor, unknownBiases } from "../domain/detection/detect-by-rules.ts";
import { snakeCase } from "../domain/detection/read-findings.ts";
import { joinWords } from "../domain/join-words.ts";
import { detect } from "../model/detect.ts";
import { biasTask } from "../prompts/detection.ts";
import { withNotes } from "../views/with-notes.ts";
import { THINKS } from "./annotations.ts";

export const reasoningDetectBiases = defineTool({
  name: "reasoning_detect_biases",
  title: "Biases",
  description: "Find cognitive biases in a text.",
  toolset: "detect",
  input: ReasoningDetectBiasesInput,
  output: ReasoningDetectBiasesOutput,
  annotations: THINKS,
  async run(input, context: Context, call) {
    const named = input.check_types?.map(snakeCase) ?? [];
    const types = named.length > 0 ? named : undefined;

    const found = await detect(context, call, {
      tool: "reasoning_detect_biases",
      kind: "bias",
      input,
      task: (content) => biasTask(content, types),
      rules: (content) => detectBiases(content, types),
      isWanted: ({ type }) => isAskedFor(type, types),
    });
    const unruled = unknownBiases(types);
    const uncovered =
      found.ruled && unruled.length > 0 ? [`There is no rule for ${joinWords(unruled)}.`] : [];

    return withNotes(
      {
        session_id: found.sessionId,
        thought_id: found.thoughtId,
        detections: found.findings.map(({ type, ...finding }) => ({
          bias_type: type,
          ...finding,
        })),
        reasoning_quality: found.quality,
        overall_assessment: found.assessment,
      },
      [...found.notes, ...uncovered],
    );
  },
});
