import { BIAS_RULES } from "./bias-rules.ts";
import { findCircularReasoning } from "./circular-reasoning.ts";
import { FALLACY_RULES } from "./fallacy-rules.ts";
import type { Finding } from "./findings.ts";
import { findFormalFallacies } from "./formal-fallacies.ts";
import { splitSentences } from "./sentences.ts";
import { applyRules } from "./wording-rule.ts";

/** The requested types without a rule. */
export function unknownBiases(types: readonly string[] = []): string[] {
  return types.filter((asked) => !BIAS_RULES.some(({ type }) => isAskedFor(type, [asked])));
}

/** Whether a bias was requested, also by the beginning of its name: anchoring, sunk_cost. */
export function isAskedFor(type: string, types: readonly string[] | undefined): boolean {
  return types === undefined || types.some((one) => type.startsWith(one) || one.startsWith(type));
}

export function findBiases(text: string, types?: readonly string[]): Finding[] {
  const rules = BIAS_RULES.filter(({ type }) => isAskedFor(type, types));
  return applyRules(splitSentences(text), rules);
}

export function findFallacies(
  text: string,
  { formal, informal }: { formal: boolean; informal: boolean },
): Finding[] {
  const sentences = splitSentences(text);
  return [
    ...(formal ? findFormalFallacies(sentences) : []),
    ...(informal ? findCircularReasoning(sentences) : []),
    ...(informal ? applyRules(sentences, FALLACY_RULES) : []),
  ];
}
