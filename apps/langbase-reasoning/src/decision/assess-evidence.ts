import type { ToolCall } from "@faculties/mcp-kit";
import type {
  ReasoningAssessEvidenceInput,
  ReasoningAssessEvidenceOutput,
} from "@faculties/schemas/langbase-reasoning/reasoning-assess-evidence";
import type { Context } from "../context.ts";
import { assessItems, overallCredibility } from "../domain/assess-items.ts";
import { answerNotes, DEFAULT_CONFIDENCE } from "../domain/confidence.ts";
import { matchItems } from "../domain/match-items.ts";
import { withNotes } from "../domain/with-notes.ts";
import { decision, evidenceExample, EvidenceShape, evidenceTask } from "../pipes/decision.ts";
import { readBackground } from "../sessions/history.ts";
import { recordThought } from "../sessions/record-thought.ts";

/** Assesses how far evidence supports a claim. */
export async function assessEvidence(
  { store, model }: Context,
  input: ReasoningAssessEvidenceInput,
  call: ToolCall,
): Promise<ReasoningAssessEvidenceOutput> {
  const { claim, evidence, session_id } = input;
  const history = await store.read((tx) => readBackground(tx, session_id));

  const answer = await model.ask(call, {
    tool: "reasoning_assess_evidence",
    input,
    pipe: decision,
    task: evidenceTask(claim, evidence, input.context),
    shape: EvidenceShape,
    example: evidenceExample,
    history,
  });
  const { data } = answer;
  const said = matchItems(
    data.evidence_assessments,
    evidence.map(({ content }) => content),
  );
  const { items, notes } = assessItems(evidence, said.matched);
  const result = {
    claim,
    overall_credibility: data.overall_credibility ?? overallCredibility(items),
    confidence: data.confidence ?? DEFAULT_CONFIDENCE,
    evidence_assessments: items,
    synthesis: data.synthesis ?? data.thought ?? answer.text,
  };
  const thought = {
    content: `${claim}\n${result.synthesis}`,
    confidence: result.confidence,
    mode: "evidence",
    metadata: result,
  } as const;
  const { sessionId } = await recordThought(store, session_id, thought, answer);

  return withNotes({ ...result, session_id: sessionId }, [
    ...answerNotes(answer),
    ...said.notes,
    ...notes,
  ]);
}
