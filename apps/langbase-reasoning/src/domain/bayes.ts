import type {
  BayesianEvidence,
  BayesianUpdate,
} from "@faculties/schemas/langbase-reasoning/reasoning-probabilistic";

export type Likelihoods = { ifTrue: number; ifFalse: number };

type BeliefUpdate = {
  prior: number;
  posterior: number;
  /** Null when it is not finite, or when the evidence is impossible either way. */
  likelihoodRatio: number | null;
  /** The evidence cannot occur at this prior, so it was left out. */
  impossible: boolean;
};

/** Bayes' rule. A certain prior stays certain, and the result is always a probability. */
export function updateBelief(prior: number, { ifTrue, ifFalse }: Likelihoods): BeliefUpdate {
  const likelihoodRatio = finiteOrNull(ifTrue / ifFalse);
  const impossible = (prior === 0 || ifTrue === 0) && (prior === 1 || ifFalse === 0);
  const posterior = impossible ? prior : posteriorOf(prior, ifTrue, ifFalse);
  return { prior, posterior, likelihoodRatio, impossible };
}

function posteriorOf(prior: number, ifTrue: number, ifFalse: number): number {
  if (prior === 0 || ifTrue === 0) return 0;
  if (prior === 1 || ifFalse === 0) return 1;
  // By odds rather than by products, which vanish when a prior and a likelihood are both tiny.
  return 1 / (1 + ((1 - prior) / prior) * (ifFalse / ifTrue));
}

function finiteOrNull(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

/** Shannon entropy of a yes-or-no belief, in bits. */
export function entropyInBits(probability: number): number {
  const part = (share: number) => (share > 0 ? -share * Math.log2(share) : 0);
  return Math.min(1, part(probability) + part(1 - probability));
}

type LikelihoodPair = {
  likelihood_if_true?: number | undefined;
  likelihood_if_false?: number | undefined;
};

const DEFAULT_LIKELIHOODS = { ifTrue: 0.7, ifFalse: 0.3 };

export type Updates = { steps: BayesianUpdate[]; posterior: number; notes: string[] };

/** Updates the prior by each piece of evidence in turn. Likelihoods come from the caller, else from the model, else by default. */
export function updateByEvidence(
  prior: number,
  evidence: readonly BayesianEvidence[],
  suggested: readonly (LikelihoodPair | undefined)[],
): Updates {
  const steps: BayesianUpdate[] = [];
  const notes: string[] = [];
  let belief = prior;
  for (const [index, item] of evidence.entries()) {
    const { ifTrue, ifFalse, source } = likelihoodsOf(item, suggested[index]);
    const update = updateBelief(belief, { ifTrue, ifFalse });
    if (update.impossible)
      notes.push(
        `“${item.description}” cannot occur at a probability of ${belief} with these likelihoods; it was left out.`,
      );
    steps.push({
      evidence: item.description,
      prior: update.prior,
      posterior: update.posterior,
      likelihood_ratio: update.likelihoodRatio,
      likelihood_if_true: ifTrue,
      likelihood_if_false: ifFalse,
      likelihoods: source,
    });
    belief = update.posterior;
  }
  const assumed = steps.filter(({ likelihoods }) => likelihoods === "default").length;
  if (assumed > 0)
    notes.push(
      `Likelihoods that nobody gave (${assumed} of ${steps.length} items) count as ${DEFAULT_LIKELIHOODS.ifTrue} if true and ${DEFAULT_LIKELIHOODS.ifFalse} if false.`,
    );
  return { steps, posterior: belief, notes };
}

function likelihoodsOf(item: BayesianEvidence, suggested: LikelihoodPair = {}) {
  const ifTrue = item.likelihood_if_true ?? suggested.likelihood_if_true;
  const ifFalse = item.likelihood_if_false ?? suggested.likelihood_if_false;
  const isGiven = item.likelihood_if_true !== undefined && item.likelihood_if_false !== undefined;
  const isKnown = ifTrue !== undefined && ifFalse !== undefined;
  const source = isGiven ? ("given" as const) : isKnown ? ("model" as const) : ("default" as const);
  return {
    ifTrue: ifTrue ?? DEFAULT_LIKELIHOODS.ifTrue,
    ifFalse: ifFalse ?? DEFAULT_LIKELIHOODS.ifFalse,
    source,
  };
}

export function isFullyGiven(evidence: readonly BayesianEvidence[]): boolean {
  return evidence.every(
    (item) => item.likelihood_if_true !== undefined && item.likelihood_if_false !== undefined,
  );
}
