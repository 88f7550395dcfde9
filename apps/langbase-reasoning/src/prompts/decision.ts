import type {
  EvidenceItem,
  ReasoningMakeDecisionInput,
  Stakeholder,
} from "@faculties/schemas/langbase-reasoning";
import {
  decisionExample,
  evidenceExample,
  judgementExample,
  likelihoodExample,
  perspectivesExample,
} from "./decision-shape.ts";
import { formOf, type PipePrompt, systemPrompt } from "./pipe-prompt.ts";
import { list, section, task } from "./task.ts";

export const decision: PipePrompt = {
  key: "decision",
  description: "Rates alternatives, stakeholders, evidence and likelihoods",
  system: systemPrompt(
    "You supply judgements; the ranking, the matrix and the probabilities are computed from them elsewhere. Each request names one operation.",
    `decision: rate every alternative on every criterion, 1 being best (so a low cost scores high). Propose 3 to 5 criteria with weights when none are given. ${formOf(decisionExample)}
With method pairwise add "judgements": how many times (1 to 9, or a fraction) the left alternative is preferred to the right one, for each pair and criterion: ${JSON.stringify(judgementExample)}`,
    `perspectives: rate power and interest of each stakeholder, naming the stakeholders when none are given. ${formOf(perspectivesExample)}`,
    `evidence: assess each item in the order given. ${formOf(evidenceExample)}`,
    `likelihoods: for each item in the order given, how probable it is if the hypothesis is true and if it is false. ${formOf(likelihoodExample)}`,
  ),
};

export function decisionTask(input: ReasoningMakeDecisionInput): string {
  const criteria = input.criteria?.map(({ name, description }) =>
    description === undefined ? name : `${name}: ${description}`,
  );
  return task(
    `Operation: decision. Method: ${input.method}.`,
    section("question", input.question),
    section("alternatives", list(input.alternatives)),
    section("criteria", list(criteria)),
    section("context", input.context),
  );
}

export function perspectivesTask(
  topic: string,
  stakeholders: readonly Stakeholder[],
  context: string | undefined,
): string {
  const named = stakeholders.map((stakeholder) => JSON.stringify(stakeholder));
  return task(
    "Operation: perspectives.",
    section("topic", topic),
    section("stakeholders", list(named)),
    section("context", context),
  );
}

export function evidenceTask(
  claim: string,
  evidence: readonly EvidenceItem[],
  context: string | undefined,
): string {
  const items = evidence.map((item, index) => `${index + 1}. ${JSON.stringify(item)}`);
  return task(
    "Operation: evidence.",
    section("claim", claim),
    section("evidence", items.join("\n")),
    section("context", context),
  );
}

export function likelihoodTask(hypothesis: string, evidence: readonly string[]): string {
  const items = evidence.map((item, index) => `${index + 1}. ${item}`);
  return task(
    "Operation: likelihoods.",
    section("hypothesis", hypothesis),
    section("evidence", items.join("\n")),
  );
}
