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
  description:
    "Evidence quality assessment with source credibility analysis, corroboration tracking, and chain of custody evaluation. Returns credibility scores, confidence assessments, and evidence synthesis. How strong is the evidence for a claim, and how credible are its sources? Asks a model.",
  toolset: "decide",
  input: ReasoningAssessEvidenceInput,
  output: ReasoningAssessEvidenceOutput,
  annotations: THINKS,
  async run(input, context: Context, call) {
    const { assessEvidence } = await import("../decision/assess-evidence.ts");
    return assessEvidence(context, input, call);
  },
});
