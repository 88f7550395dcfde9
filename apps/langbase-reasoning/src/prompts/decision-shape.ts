import * as z from "zod";
import { answerShape } from "../domain/answer/answer-shape.ts";
import {
  lenientItems,
  lenientList,
  lenientNumber,
  lenientText,
  lenientTexts,
  lenientUnit,
} from "../domain/answer/lenient-fields.ts";

const free = z.unknown().optional();

export const DecisionShape = answerShape({
  criteria: lenientItems("name", { name: lenientText, weight: lenientUnit }),
  scores: free,
  judgements: lenientItems("criterion", {
    criterion: lenientText,
    left: lenientText,
    right: lenientText,
    ratio: lenientNumber(0, 9),
  }),
  rankings: lenientItems("alternative", { alternative: lenientText, score: lenientUnit }),
  trade_offs: lenientList(z.object({ between: lenientTexts, description: lenientText })),
});

export const decisionExample = {
  criteria: [{ name: "cost", weight: 0.6 }],
  scores: { "an alternative, spelt as given": { cost: 0.7 } },
  trade_offs: [{ between: ["one alternative", "another"], description: "what one gives up" }],
};

export const judgementExample = [
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
    likelihood_if_true: lenientUnit,
    likelihood_if_false: lenientUnit,
  }),
});

export const likelihoodExample = {
  likelihoods: [{ likelihood_if_true: 0.8, likelihood_if_false: 0.3 }],
};
