export type Likelihoods = { ifTrue: number; ifFalse: number };

export type BeliefUpdate = {
  prior: number;
  posterior: number;
  /** Null when it is not finite, or when the evidence is impossible either way. */
  likelihoodRatio: number | null;
  /** The evidence cannot occur at this prior, so that it was left out. */
  impossible: boolean;
};

/** Bayes' rule. A certain prior stays certain, and no likelihood makes it anything but a probability. */
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
