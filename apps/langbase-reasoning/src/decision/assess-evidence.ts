import type { ToolCall } from "@faculties/mcp-kit";
import type {
  EvidenceItem,
  ReasoningAssessEvidenceInput,
  ReasoningAssessEvidenceOutput,
} from "@faculties/schemas/langbase-reasoning/reasoning-assess-evidence";
import type { Context } from "../context.ts";
import { assessItems, overallCredibility } from "../domain/assess-items.ts";
import { answerNotes, DEFAULT_CONFIDENCE } from "../domain/confidence.ts";
import { matchItems } from "../domain/match-items.ts";
import { shortNumber } from "../domain/numbers.ts";
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

  const given = ownAssessments(evidence);
  const answer = await model.ask(call, {
    tool: "reasoning_assess_evidence",
    input,
    pipe: decision,
    task: evidenceTask(claim, evidence, input.context),
    shape: EvidenceShape,
    example: evidenceExample,
    given: given && { evidence_assessments: given },
    history,
  });
  const { data } = answer;
  const said = matchItems(
    data.evidence_assessments,
    evidence.map(({ content }) => content),
  );
  const { items, notes } = assessItems(evidence, said.matched);
  const overall = data.overall_credibility ?? overallCredibility(items);
  const result = {
    claim,
    overall_credibility: overall,
    confidence: data.confidence ?? (given === undefined ? DEFAULT_CONFIDENCE : null),
    evidence_assessments: items,
    synthesis:
      data.synthesis ??
      data.thought ??
      (answer.text ||
        `By your own ratings the evidence has a credibility of ${shortNumber(overall)}.`),
  };
  const thought = {
    content: `${claim}\n${result.synthesis}`,
    confidence: result.confidence ?? overall,
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

/** The caller's own ratings, if it rated every item. */
function ownAssessments(evidence: readonly EvidenceItem[]) {
  const rated = evidence.flatMap(({ credibility, relevance }, index) =>
    credibility === undefined || relevance === undefined
      ? []
      : [{ item: index + 1, source_credibility: credibility, relevance }],
  );
  return rated.length === evidence.length ? rated : undefined;
}
