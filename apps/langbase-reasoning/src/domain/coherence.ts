import { contentWords, wordOverlap } from "./content-words.ts";

export type LinkedThought = {
  id: string;
  parentId: string | null;
  content: string;
  confidence: number;
};

export type Coherence = {
  coherence: number;
  /** Share of the thoughts, the first aside, that follow from another one. */
  links: number;
  /** Mean share of words that a thought has in common with the one it follows. */
  continuity: number;
  /** 1 less the mean change of confidence from thought to thought. */
  steadiness: number;
};

// A session may hold thoughts of megabytes; its first part tells what a thought is about.
const LONGEST_READ = 20_000;

/** How well the thoughts of a session hang together: the mean of links, continuity and steadiness. */
export function measureCoherence(thoughts: readonly LinkedThought[]): Coherence {
  if (thoughts.length === 0) return { coherence: 0, links: 0, continuity: 0, steadiness: 0 };
  const byId = new Map(thoughts.map((thought) => [thought.id, thought]));
  const words = new Map(
    thoughts.map(({ id, content }) => [id, contentWords(content.slice(0, LONGEST_READ))]),
  );
  const pairs = thoughts.flatMap((thought) => {
    const parent = thought.parentId === null ? undefined : byId.get(thought.parentId);
    return parent === undefined ? [] : [{ thought, parent }];
  });
  const links = thoughts.length === 1 ? 1 : Math.min(1, pairs.length / (thoughts.length - 1));
  const continuity = meanOf(
    pairs.map(({ thought, parent }) =>
      wordOverlap(words.get(thought.id) ?? new Set(), words.get(parent.id) ?? new Set()),
    ),
  );
  const change = pairs.map(
    ({ thought, parent }) => 1 - Math.abs(thought.confidence - parent.confidence),
  );
  const steadiness = meanOf(change);
  return { coherence: (links + continuity + steadiness) / 3, links, continuity, steadiness };
}

/** 1 for nothing to measure: a single thought cannot disagree with itself. */
function meanOf(values: readonly number[]): number {
  if (values.length === 0) return 1;
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
