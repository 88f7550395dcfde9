import type { Stakeholder } from "@faculties/schemas/langbase-reasoning/reasoning-analyze-perspectives";
import type { EvidenceItem } from "@faculties/schemas/langbase-reasoning/reasoning-assess-evidence";
import type { ReasoningMakeDecisionInput } from "@faculties/schemas/langbase-reasoning/reasoning-make-decision";
import * as z from "zod";
import {
  answerShape,
  lenientItems,
  lenientList,
  lenientNumber,
  lenientText,
  lenientTexts,
  lenientUnit,
} from "../domain/answer/answer-shape.ts";
import { formOf, type PipePrompt, systemPrompt } from "./pipe.ts";
import { list, section, task } from "./task.ts";

const free = z.unknown().optional();

export const DecisionShape = answerShape({
  criteria: lenientItems("name", { name: lenientText, weight: lenientNumber(0, Infinity) }),
  scores: free,
  judgements: lenientItems("criterion", {
    criterion: lenientText,
    left: lenientText,
    right: lenientText,
    ratio: lenientNumber(0, 9),
  }),
  rankings: lenientItems("alternative", { alternative: lenientText, score: free }),
  trade_offs: lenientList(z.object({ between: lenientTexts, description: lenientText })),
});

export const decisionExample = {
  criteria: [{ name: "cost", weight: 0.6 }],
  scores: { "an alternative, spelt as given": { cost: 0.7 } },
  trade_offs: [{ between: ["one alternative", "another"], description: "what one gives up" }],
};

const judgementExample = [
  { criterion: "cost", left: "one alternative", right: "another", ratio: 3 },
];

export const PerspectivesShape = answerShape({
  stakeholders: lenientItems("name", {
    name: lenientText,
    power_level: lenientUnit,
    interest_level: lenientUnit,
    interests: lenientTexts,
    engagement: lenientText,
  }),
  conflicts: lenientList(z.object({ stakeholders: lenientTexts, issue: lenientText })),
  alignments: lenientList(z.object({ stakeholders: lenientTexts, area: lenientText })),
  synthesis: lenientText,
});

export const perspectivesExample = {
  stakeholders: [
    { name: "who", power_level: 0.8, interest_level: 0.6, engagement: "how to engage them" },
  ],
  conflicts: [{ stakeholders: ["who", "whom"], issue: "what they disagree on" }],
  alignments: [{ stakeholders: ["who", "whom"], area: "what they agree on" }],
  synthesis: "what follows for the topic",
};

export const EvidenceShape = answerShape({
  overall_credibility: lenientUnit,
  evidence_assessments: lenientItems("notes", {
    item: lenientNumber(0, Infinity),
    content: lenientText,
    source_credibility: lenientUnit,
    relevance: lenientUnit,
    corroboration: lenientText,
    notes: lenientText,
  }),
  synthesis: lenientText,
});

export const evidenceExample = {
  evidence_assessments: [
    {
      item: 1,
      source_credibility: 0.8,
      relevance: 0.9,
      corroboration: "which other items bear it out, or none",
      notes: "what limits it",
    },
  ],
  confidence: 0.8,
  synthesis: "what the evidence as a whole says of the claim",
};

export const LikelihoodShape = answerShape({
  likelihoods: lenientItems("description", {
    item: lenientNumber(0, Infinity),
    description: lenientText,
    likelihood_if_true: lenientUnit,
    likelihood_if_false: lenientUnit,
    likelihoods: free,
  }),
});

export const likelihoodExample = {
  likelihoods: [{ item: 1, likelihood_if_true: 0.8, likelihood_if_false: 0.3 }],
};

const rivalsExample = {
  likelihoods: [{ item: 1, likelihoods: { "a hypothesis, spelt as given": 0.6 } }],
};

export const decision: PipePrompt = {
  key: "decision",
  description: "Rates alternatives, stakeholders, evidence and likelihoods",
  system: systemPrompt(
    "You supply judgements; the ranking, the matrix and the probabilities are computed from them elsewhere. Each request names one operation.",
    `decision: rate every alternative on every criterion, 1 being best (so a low cost scores high). Propose 3 to 5 criteria with weights when none are given. ${formOf(decisionExample)}
With method pairwise add "judgements": how many times (1 to 9, or a fraction) the left alternative is preferred to the right one, for each pair and criterion: ${JSON.stringify(judgementExample)}`,
    `perspectives: rate power and interest of each stakeholder, naming the stakeholders when none are given. ${formOf(perspectivesExample)}`,
    `evidence: assess each item by its number. ${formOf(evidenceExample)}`,
    `likelihoods: for each item by its number, how probable it is if the hypothesis is true and if it is false. ${formOf(likelihoodExample)}
With several hypotheses instead, how probable it is under each of them: ${JSON.stringify(rivalsExample)}`,
  ),
};

export function decisionTask(input: ReasoningMakeDecisionInput): string {
  const criteria = input.criteria?.map(({ name, description, direction }) => {
    const meaning = description === undefined ? name : `${name}: ${description}`;
    return direction === "cost" ? `${meaning} (less is better: score low values high)` : meaning;
  });
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

/** With a single hypothesis the alternative is that it is false. */
export function likelihoodTask(hypotheses: readonly string[], evidence: readonly string[]): string {
  const items = evidence.map((item, index) => `${index + 1}. ${item}`);
  return task(
    "Operation: likelihoods.",
    hypotheses.length === 1
      ? section("hypothesis", hypotheses[0])
      : section("hypotheses", list(hypotheses)),
    section("evidence", items.join("\n")),
  );
}
