import { defineTool } from "@faculties/mcp-kit";
import {
  ReasoningDetectFallaciesInput,
  ReasoningDetectFallaciesOutput,
} from "@faculties/schemas/langbase-reasoning";
import type { Context } from "../context.ts";
import { detectFallacies } from "../domain/detection/detect-by-rules.ts";
import { invalid } from "../domain/reasoning-error.ts";
import { detect } from "../model/detect.ts";
import { fallacyTask } from "../prompts/detection.ts";
import { withNotes } from "../views/with-notes.ts";
import { THINKS } from "./annotations.ts";

export const reasoningDetectFallacies = defineTool({
  name: "reasoning_detect_fallacies",
  title: "Fallacies",
  description: "Find logical fallacies in a text.",
  toolset: "detect",
  input: ReasoningDetectFallaciesInput,
  output: ReasoningDetectFallaciesOutput,
  annotations: THINKS,
  async run(input, context: Context, call) {
    const { check_formal: formal, check_informal: informal } = input;
    const categories = [...(formal ? ["formal"] : []), ...(informal ? ["informal"] : [])];
    if (categories.length === 0)
      throw invalid("check_formal", "Either check_formal or check_informal must be true");

    const found = await detect(context, call, {
      tool: "reasoning_detect_fallacies",
      kind: "fallacy",
      input,
      task: (content) => fallacyTask(content, categories),
      rules: (content) => detectFallacies(content, { formal, informal }),
      isWanted: ({ category = "informal" }) => categories.includes(category),
    });

    return withNotes(
      {
        session_id: found.sessionId,
        thought_id: found.thoughtId,
        detections: found.findings.map(({ type, category = "informal", ...finding }) => ({
          fallacy_type: type,
          category,
          ...finding,
        })),
        argument_validity: found.quality,
        overall_assessment: found.assessment,
      },
      found.notes,
    );
  },
});
