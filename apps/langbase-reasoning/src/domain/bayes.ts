import type { BayesianUpdate } from "@faculties/schemas/langbase-reasoning/reasoning-probabilistic";
import { ONE, productOf, quotient, type Scaled, times } from "./scaled-product.ts";
import { counted, joinWords } from "./words.ts";

/** A piece of evidence with its likelihood under each hypothesis, in their order. */
export type WeighedEvidence = {
  description: string;
  likelihoods: readonly number[];
  source: "given" | "model" | "default";
  /** Items of one group depend on each other and count once. */
  group?: string | undefined;
};

export type Updates = {
  steps: BayesianUpdate[];
  /** Of each hypothesis, in their order. */
  posteriors: number[];
  notes: string[];
};

/**
 * Bayes' rule for hypotheses of which exactly one is true; the first is the one that the steps follow. The odds are kept
 * as products with an exponent of their own, so that they never saturate and the order of the evidence does not matter.
 */
export function updateByEvidence(
  priors: readonly number[],
  evidence: readonly WeighedEvidence[],
): Updates {
  const { usable, notes } = leaveOutContradictions(priors, evidence);
  const counts = countGroups(usable);
  const factors = priors.map((prior) => [prior]);
  let running: Scaled[] = priors.map((prior) => times(ONE, prior));
  const seen = new Set<string>();
  const steps = evidence.map((item): BayesianUpdate => {
    const before = sharesOf(running);
    const isRepeat = item.group !== undefined && seen.has(item.group);
    if (usable.has(item) && !isRepeat) {
      if (item.group !== undefined) seen.add(item.group);
      const applied = counts.get(item.group) ?? item.likelihoods;
      running = running.map((product, index) => times(product, applied[index] ?? 0));
      for (const [index, list] of factors.entries()) list.push(applied[index] ?? 0);
    }
    return stepOf(item, before, sharesOf(running));
  });
  const posteriors = sharesOf(factors.map(productOf));
  const last = steps.at(-1);
  if (last !== undefined) last.posterior = posteriors[0] ?? 0;
  return { steps, posteriors, notes: [...notes, ...repetitionNotes(evidence)] };
}

function stepOf(
  { description, likelihoods, source, group }: WeighedEvidence,
  before: readonly number[],
  after: readonly number[],
): BayesianUpdate {
  const [prior = 0, ...others] = before;
  const [ifTrue = 0, ...ifOthers] = likelihoods;
  const rest = others.reduce((sum, share) => sum + share, 0);
  // The likelihood of the evidence if the first hypothesis is false: the others' likelihoods by their shares.
  const ifFalse =
    ifOthers.length === 1
      ? (ifOthers[0] ?? 0)
      : ifOthers.reduce(
          (sum, likelihood, index) =>
            sum + likelihood * (rest > 0 ? (others[index] ?? 0) / rest : 1 / ifOthers.length),
          0,
        );
  const ratio = ifTrue / ifFalse;
  return {
    evidence: description,
    prior,
    posterior: after[0] ?? 0,
    likelihood_ratio: Number.isFinite(ratio) ? ratio : null,
    likelihood_if_true: ifTrue,
    likelihood_if_false: Math.min(1, ifFalse),
    likelihoods: source,
    ...(group !== undefined && { group }),
  };
}

/** Weights as shares of their sum. */
function sharesOf(weights: readonly Scaled[]): number[] {
  return weights.map((weight, own) => {
    if (weight.mantissa === 0) return 0;
    const others = weights.reduce(
      (sum, other, index) => (index === own ? sum : sum + quotient(other, weight)),
      0,
    );
    return 1 / (1 + others);
  });
}

/** The likelihoods with which each group counts: the geometric mean of its items. */
function countGroups(usable: ReadonlySet<WeighedEvidence>) {
  const groups = new Map<string | undefined, WeighedEvidence[]>();
  for (const item of usable)
    if (item.group !== undefined) groups.set(item.group, [...(groups.get(item.group) ?? []), item]);
  return new Map(
    [...groups].map(([group, items]) => [
      group,
      (items[0]?.likelihoods ?? []).map((_, index) =>
        geometricMean(items.map(({ likelihoods }) => likelihoods[index] ?? 0)),
      ),
    ]),
  );
}

function geometricMean(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const [least = 0] = sorted;
  // Equal values are their own mean; logarithms would round it.
  if (least === 0 || least === sorted.at(-1)) return least;
  const logarithms = sorted.reduce((sum, value) => sum + Math.log(value), 0);
  return Math.min(1, Math.exp(logarithms / sorted.length));
}

/** Evidence that no hypothesis allows, alone or together with other evidence, is left out, and a note says so. */
function leaveOutContradictions(
  priors: readonly number[],
  evidence: readonly WeighedEvidence[],
): { usable: Set<WeighedEvidence>; notes: string[] } {
  const open = priors.flatMap((prior, index) => (prior > 0 ? [index] : []));
  const excludes = ({ likelihoods }: WeighedEvidence) =>
    open.filter((index) => likelihoods[index] === 0);
  const impossible = evidence.filter((item) => excludes(item).length === open.length);
  const notes = impossible.map(
    ({ description }) =>
      `“${description}” cannot occur at a probability of ${priors[0]} with these likelihoods; it was left out.`,
  );
  const possible = evidence.filter((item) => !impossible.includes(item));
  const certain = possible.filter((item) => excludes(item).length > 0);
  const excluded = new Set(certain.flatMap(excludes));
  if (excluded.size < open.length || certain.length === 0)
    return { usable: new Set(possible), notes };
  const names = certain.map(({ description }) => `“${description}”`);
  return {
    usable: new Set(possible.filter((item) => !certain.includes(item))),
    notes: [
      ...notes,
      `${joinWords(names)} together rule out every hypothesis; they were left out. Check their likelihoods of 0.`,
    ],
  };
}

/** Dependent evidence is the commonest way to overstate a belief. */
function repetitionNotes(evidence: readonly WeighedEvidence[]): string[] {
  const groups = new Map<string, number>();
  const loose = new Map<string, number>();
  for (const { description, group } of evidence) {
    if (group !== undefined) groups.set(group, (groups.get(group) ?? 0) + 1);
    else loose.set(description, (loose.get(description) ?? 0) + 1);
  }
  return [
    ...[...groups].flatMap(([group, size]) =>
      size > 1
        ? [`The ${counted(size, "item")} of group “${group}” count once, by their geometric mean.`]
        : [],
    ),
    ...[...loose].flatMap(([description, size]) =>
      size > 1
        ? [
            `“${description}” is given ${size} times and counts each time; give items that depend on each other the same group.`,
          ]
        : [],
    ),
  ];
}

/** Shannon entropy in bits. */
export function entropyInBits(shares: readonly number[]): number {
  return shares.reduce((sum, share) => (share > 0 ? sum - share * Math.log2(share) : sum), 0);
}
