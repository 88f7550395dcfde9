import type { ReasoningProbabilisticInput } from "@faculties/schemas/langbase-reasoning/reasoning-probabilistic";
import { toNumber } from "./answer/answer-shape.ts";
import { asObject } from "./answer/json-objects.ts";
import type { WeighedEvidence } from "./bayes.ts";
import { spellings } from "./decision/read-scores.ts";
import { invalid } from "./reasoning-error.ts";

/** The likelihoods that a model gives for one item. */
export type SuggestedLikelihoods = {
  likelihood_if_true?: number | undefined;
  likelihood_if_false?: number | undefined;
  likelihoods?: unknown;
};

type Item = ReasoningProbabilisticInput["evidence"][number];

const DEFAULT_LIKELIHOODS = { ifTrue: 0.7, ifFalse: 0.3 };
const UNINFORMATIVE = 1;
const ROUNDING = 1e-6;

/** The hypotheses with their priors, the one of the call first; without rivals, its opposite comes second. */
export function hypothesesOf({ hypothesis, prior, rivals = [] }: ReasoningProbabilisticInput): {
  names: string[];
  priors: number[];
} {
  if (rivals.length === 0)
    return { names: [hypothesis, `not: ${hypothesis}`], priors: [prior, 1 - prior] };
  const names = [hypothesis, ...rivals.map((rival) => rival.hypothesis)];
  if (new Set(names).size < names.length)
    throw invalid("rivals", "Each hypothesis may be named once");
  const priors = [prior, ...rivals.map((rival) => rival.prior)];
  const total = priors.reduce((sum, share) => sum + share, 0);
  if (Math.abs(total - 1) > ROUNDING)
    throw invalid(
      "rivals",
      `The priors of all hypotheses must add up to 1, not ${Number(total.toFixed(6))}; add a rival for what is left`,
    );
  return { names, priors };
}

/** Rejects likelihoods of hypotheses that do not exist. */
export function checkNamedLikelihoods(evidence: readonly Item[], names: readonly string[]): void {
  for (const [index, { likelihoods = {} }] of evidence.entries())
    for (const name of Object.keys(likelihoods))
      if (!names.includes(name))
        throw invalid(`evidence.${index}.likelihoods.${name}`, "Not one of the hypotheses");
}

export function isFullyGiven(evidence: readonly Item[], names: readonly string[]): boolean {
  return evidence.every((item) => givenLikelihoods(item, names).every((one) => one !== undefined));
}

/** Likelihoods come from the caller, else from the model, else by default. */
export function weighEvidence(
  evidence: readonly Item[],
  names: readonly string[],
  suggested: readonly (SuggestedLikelihoods | undefined)[],
): { weighed: WeighedEvidence[]; notes: string[] } {
  const weighed = evidence.map((item, index): WeighedEvidence => {
    const given = givenLikelihoods(item, names);
    const said = suggestedLikelihoods(suggested[index], names);
    const known = given.map((own, place) => own ?? said[place]);
    const isGiven = given.every((one) => one !== undefined);
    const isKnown = known.every((one) => one !== undefined);
    return {
      description: item.description,
      likelihoods: isKnown ? known : withDefaults(known),
      source: isGiven ? "given" : isKnown ? "model" : "default",
      ...(item.group !== undefined && { group: item.group }),
    };
  });
  const assumed = weighed.filter(({ source }) => source === "default").length;
  if (assumed === 0) return { weighed, notes: [] };
  const share = `(${assumed} of ${weighed.length} items)`;
  return {
    weighed,
    notes: [
      names.length > 2
        ? `Items without a likelihood for each hypothesis ${share} change nothing.`
        : `Likelihoods that nobody gave ${share} count as ${DEFAULT_LIKELIHOODS.ifTrue} if true and ${DEFAULT_LIKELIHOODS.ifFalse} if false.`,
    ],
  };
}

function withDefaults(known: readonly (number | undefined)[]): number[] {
  if (known.length > 2) return known.map(() => UNINFORMATIVE);
  const [ifTrue = DEFAULT_LIKELIHOODS.ifTrue, ifFalse = DEFAULT_LIKELIHOODS.ifFalse] = known;
  return [ifTrue, ifFalse];
}

function givenLikelihoods(item: Item, names: readonly string[]): (number | undefined)[] {
  const named = new Map(Object.entries(item.likelihoods ?? {}));
  return names.map((name, index) => {
    const plain = index === 0 ? item.likelihood_if_true : undefined;
    const opposite = index === 1 && names.length === 2 ? item.likelihood_if_false : undefined;
    return named.get(name) ?? plain ?? opposite;
  });
}

function suggestedLikelihoods(
  said: SuggestedLikelihoods | undefined,
  names: readonly string[],
): (number | undefined)[] {
  const plain = names.length === 2 ? [said?.likelihood_if_true, said?.likelihood_if_false] : [];
  const nameOf = spellings(names);
  const found = new Map(
    Object.entries(asObject(said?.likelihoods) ?? {}).map(([name, value]) => [
      nameOf(name),
      toNumber(value),
    ]),
  );
  return names.map((name, index) => {
    const value = found.get(name) ?? plain[index];
    return value === undefined || value < 0 || value > 1 ? undefined : value;
  });
}
