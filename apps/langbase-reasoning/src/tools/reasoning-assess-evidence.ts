import { defineTool } from "@faculties/mcp-kit";
import {
  ReasoningAssessEvidenceInput,
  ReasoningAssessEvidenceOutput,
} from "@faculties/schemas/langbase-reasoning";
import type { Context } from "../context.ts";
import { assessItems, overallCredibility } from "../domain/assess-items.ts";
import { DEFAULT_CONFIDENCE } from "../domain/default-confidence.ts";
import { decision, evidenceTask } from "../prompts/decision.ts";
import { EvidenceShape } from "../prompts/decision-shape.ts";
import { openLine } from "../store/open-line.ts";
import { withinSession } from "../store/within-session.ts";
import { withNotes } from "../views/with-notes.ts";
import { THINKS } from "./annotations.ts";

export const reasoningAssessEvidence = defineTool({
  name: "reasoning_assess_evidence",
  title: "Evidence",
  description: "Assess how far evidence supports a claim.",
  toolset: "decide",
  input: ReasoningAssessEvidenceInput,
  output: ReasoningAssessEvidenceOutput,
  annotations: THINKS,
  async run(input, { store, model, pipes }: Context, call) {
    const { claim, evidence, session_id } = input;
    const line = await store.read((unit) => openLine(unit, session_id, "decision", pipes));

    const answer = await model.ask(call, {
      tool: "reasoning_assess_evidence",
      input,
      pipe: decision,
      task: evidenceTask(claim, evidence, input.context),
      shape: EvidenceShape,
      line,
    });
    const { data } = answer;
    const { items, notes } = assessItems(evidence, data.evidence_assessments);
    const result = {
      claim,
      overall_credibility: data.overall_credibility ?? overallCredibility(items),
      confidence: data.confidence ?? DEFAULT_CONFIDENCE,
      evidence_assessments: items,
      synthesis: data.synthesis ?? data.thought ?? answer.text,
    };
    const sessionId = await store.write(async (unit) => {
      const session = await unit.sessions.enter(session_id, "evidence");
      const thought = await unit.thoughts.add(session, {
        content: `${claim}\n${result.synthesis}`,
        confidence: result.confidence,
        mode: "evidence",
        metadata: result,
      });
      await answer.record(unit, session.id, thought);
      return session.id;
    }, withinSession(session_id));

    return withNotes({ ...result, session_id: sessionId }, notes);
  },
});
