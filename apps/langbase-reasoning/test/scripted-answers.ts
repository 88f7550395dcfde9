import type { RecordedRequest } from "@faculties/testkit/emulators";
import * as z from "zod";

const requestSchema = z.looseObject({
  messages: z.array(z.looseObject({ role: z.string(), content: z.string() })),
});

/** The two messages of a model request. */
export function messagesOf(request: RecordedRequest): { system: string; user: string } {
  const { messages } = requestSchema.parse(request.body);
  const textOf = (role: string) => messages.find((message) => message.role === role)?.content ?? "";
  return { system: textOf("system"), user: textOf("user") };
}

/** The answers of a well-behaved model to each pipe and operation. */
export function goodAnswer(request: RecordedRequest): string {
  const { system, user } = messagesOf(request);
  return JSON.stringify(answerTo(system, user));
}

function answerTo(system: string, user: string): object {
  const operation = /Operation: (\w+)/.exec(user)?.[1];
  if (operation !== undefined) return operationAnswer(operation, user);
  if (system.startsWith("You reason in sequence"))
    return { thought: `Step after: ${lastWords(user)}`, confidence: 0.9, metadata: {} };
  if (system.startsWith("You explore a thought"))
    return {
      thought: "Three ways lead on.",
      confidence: 0.8,
      branches: [
        { name: "north", content: "Go north over the pass.", confidence: 0.6 },
        { name: "south", content: "Go south along the river.", confidence: 0.9 },
        { name: "wait", content: "Wait for better weather.", confidence: 0.4 },
      ],
      recommended: "south",
    };
  if (system.startsWith("You think divergently"))
    return {
      thought: "The assumption that it must be fast was challenged.",
      confidence: 0.7,
      perspectives: [
        { viewpoint: "Slower is better", novelty_score: 0.9 },
        { viewpoint: "Do nothing", novelty_score: 0.6 },
        { viewpoint: "Ask the users", novelty_score: 0.3 },
      ],
      synthesis: "Speed is not the point.",
    };
  if (system.startsWith("You examine reasoning"))
    return {
      thought: "The reasoning holds but lacks evidence.",
      confidence: 0.75,
      strengths: ["Clear"],
      weaknesses: ["No evidence"],
      recommendations: ["Measure it"],
      improved_reasoning: "The same with evidence.",
      reasoning_quality: 0.65,
    };
  return {
    recommended_mode: "tree",
    confidence: 0.85,
    rationale: "Several options.",
    complexity: 0.6,
    alternative_modes: [{ mode: "divergent", confidence: 0.5, rationale: "Could be creative." }],
  };
}

function operationAnswer(operation: string, user: string): object {
  switch (operation) {
    case "generate": {
      const count = Number(/Give (\d+)/.exec(user)?.[1] ?? 1);
      const nodes = Array.from({ length: count }, (_, index) => ({
        content: `Continuation ${index + 1}`,
        confidence: 0.5 + index / 100,
      }));
      return { nodes };
    }
    case "score": {
      const rating = {
        relevance: 0.9,
        validity: 0.8,
        depth: 0.6,
        novelty: 0.5,
        rationale: "Solid.",
      };
      const several = [...user.matchAll(/<thought_(\d+)>/g)].map(([, number]) => ({
        item: Number(number),
        ...rating,
      }));
      return several.length > 0 ? { ratings: several } : rating;
    }
    case "aggregate":
      return { thought: "Together they say more.", confidence: 0.85 };
    case "refine":
      return { critique: "Too vague.", thought: "A sharper thought.", confidence: 0.95 };
    case "biases":
      return {
        detections: [
          {
            bias_type: "confirmation_bias",
            severity: 4,
            confidence: 0.85,
            explanation: "Only supporting evidence.",
            remediation: "Look for the opposite.",
            excerpt: "This proves our hypothesis",
          },
        ],
        reasoning_quality: 0.7,
        overall_assessment: "Minor bias.",
      };
    case "fallacies":
      return {
        detections: [
          {
            fallacy_type: "ad_hominem",
            category: "informal",
            severity: 4,
            confidence: 0.9,
            explanation: "Attacks the person.",
            remediation: "Stick to the argument.",
            excerpt: "not in the text at all",
          },
        ],
        argument_validity: 0.4,
        overall_assessment: "One fallacy.",
      };
    case "decision":
      return {
        criteria: [
          { name: "cost", weight: 0.6 },
          { name: "speed", weight: 0.4 },
        ],
        scores: scoresFor(user),
        trade_offs: [],
      };
    case "perspectives":
      return {
        stakeholders: [
          {
            name: "CTO",
            power_level: 0.9,
            interest_level: 0.95,
            engagement: "Collaborate closely",
          },
          { name: "CFO", power_level: 0.85, interest_level: 0.4, engagement: "Regular updates" },
        ],
        conflicts: [{ stakeholders: ["CTO", "CFO"], issue: "Scope against budget" }],
        alignments: [{ stakeholders: ["CTO", "CFO"], area: "Reliability" }],
        synthesis: "Win the CTO first.",
      };
    case "evidence":
      return {
        evidence_assessments: [
          { source_credibility: 0.9, relevance: 0.8, corroboration: "Borne out", notes: "Primary" },
          { source_credibility: 0.6, relevance: 0.4, corroboration: "Partly", notes: "Anecdotal" },
        ],
        confidence: 0.8,
        synthesis: "It supports the claim.",
      };
    default:
      return {
        likelihoods: [
          { likelihood_if_true: 0.8, likelihood_if_false: 0.2 },
          { likelihood_if_true: 0.6, likelihood_if_false: 0.3 },
        ],
      };
  }
}

/** Alternatives get worse in cost and better in speed, in the order given. */
function scoresFor(user: string): object {
  const listed = /<alternatives>\n([\s\S]*?)\n<\/alternatives>/.exec(user)?.[1] ?? "";
  const names = listed.split("\n").map((line) => line.slice(2));
  return Object.fromEntries(
    names.map((name, index) => [name, { cost: 0.9 - index * 0.2, speed: 0.5 + index * 0.1 }]),
  );
}

function lastWords(user: string): string {
  return user.split("\n").findLast((line) => line !== "" && !line.startsWith("<")) ?? "";
}
