import { defineTool } from "@faculties/mcp-kit";
import {
  ReasoningAssessEvidenceInput,
  ReasoningAssessEvidenceOutput,
} from "@faculties/schemas/langbase-reasoning/reasoning-assess-evidence";
import type { Context } from "../context.ts";
import { THINKS } from "./annotations.ts";

export const reasoningAssessEvidenceTool = defineTool({
  name: "reasoning_assess_evidence",
  title: "Evidence",
  description: "Assess how far evidence supports a claim.",
  toolset: "decide",
  input: ReasoningAssessEvidenceInput,
  output: ReasoningAssessEvidenceOutput,
  annotations: THINKS,
  async run(input, context: Context, call) {
    const { assessEvidence } = await import("../decision/assess-evidence.ts");
    return assessEvidence(context, input, call);
  },
});
