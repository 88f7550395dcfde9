import { shortNumber } from "./numbers.ts";
import { counted } from "./words.ts";

type SessionFigures = Coherence & {
  thoughtCount: number;
  averageConfidence: number;
};

type Verdict = { strengths: string[]; weaknesses: string[]; recommendations: string[] };

const HIGH = 0.7;
const LOW = 0.5;

/** Measures a session without a model. */
export function measureSession(thoughts: readonly LinkedThought[]): SessionFigures {
  const coherence = measureCoherence(thoughts);
  const total = thoughts.reduce((sum, { confidence }) => sum + confidence, 0);
  const averageConfidence = thoughts.length === 0 ? 0 : total / thoughts.length;
  return { ...coherence, thoughtCount: thoughts.length, averageConfidence };
}

/** The figures in words. */
export function judgeFigures(figures: SessionFigures, detectionCount: number): Verdict {
  const { thoughtCount, averageConfidence, links, continuity, steadiness } = figures;
  const verdict: Verdict = { strengths: [], weaknesses: [], recommendations: [] };
  const say = (value: number, good: string, bad: string, advice: string) => {
    if (thoughtCount === 0) return;
    if (value >= HIGH) verdict.strengths.push(`${good} (${shortNumber(value)})`);
    if (value >= LOW) return;
    verdict.weaknesses.push(`${bad} (${shortNumber(value)})`);
    verdict.recommendations.push(advice);
  };
  say(
    averageConfidence,
    "High average confidence",
    "Low average confidence",
    "Look for evidence that settles the least certain thoughts.",
  );
  say(
    links,
    "Thoughts follow from each other",
    "Many thoughts follow from no other",
    "Continue within a branch instead of starting over.",
  );
  say(
    continuity,
    "Each thought takes up the one before",
    "Thoughts share few words with those they follow",
    "Say how each step follows from the last.",
  );
  say(
    steadiness,
    "Confidence is steady",
    "Confidence jumps between thoughts",
    "Examine the steps at which confidence changes most.",
  );
  if (detectionCount > 0) {
    verdict.weaknesses.push(`Biases or fallacies found in this session: ${detectionCount}`);
    verdict.recommendations.push("Revise the passages in which biases or fallacies were found.");
  }
  return verdict;
}

/** The figures in one sentence. */
export function describeFigures(figures: SessionFigures): string {
  const { thoughtCount, averageConfidence, coherence, links, continuity, steadiness } = figures;
  if (thoughtCount === 0) return "There are no thoughts to judge.";
  return `${counted(thoughtCount, "thought")} with an average confidence of ${shortNumber(averageConfidence)} and a coherence of ${shortNumber(coherence)} (links ${shortNumber(links)}, continuity ${shortNumber(continuity)}, steadiness ${shortNumber(steadiness)}).`;
}

type LinkedThought = {
  id: string;
  parentId: string | null;
  content: string;
  confidence: number;
};

type Coherence = {
  coherence: number;
  /** Share of the thoughts after the first that follow from another one. */
  links: number;
  /** Mean share of words that a thought has in common with the one it follows. */
  continuity: number;
  /** 1 less the mean change of confidence from thought to thought. */
  steadiness: number;
};

// Thoughts may have megabytes; the first part shows the topic.
const LONGEST_READ = 20_000;

/** The coherence of a session's thoughts: the mean of links, continuity and steadiness. */
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

// Function words. English only: other languages lose nothing by keeping theirs.
const FUNCTION_WORDS = new Set(
  `a an the and or but if then so of to in on at by for with from as is are was were be been being it its this that
  these those there here we you they he she i our your their his her not no do does did has have had will would can
  could should may might must than also into about over under more most very just which who what when where how why
  because therefore thus hence`.split(/\s+/),
);

let segmenter: Intl.Segmenter | undefined;

/** The distinct words of a text that carry its meaning, in any script, in lower case. */
export function contentWords(text: string): Set<string> {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "word" });
  const words = new Set<string>();
  for (const { segment, isWordLike } of segmenter.segment(text)) {
    const word = segment.toLowerCase();
    if (isWordLike && !FUNCTION_WORDS.has(word)) words.add(word);
  }
  return words;
}

/** Shared words as a share of the smaller set; 0 when either is empty. */
export function wordOverlap(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  const [small, large] = left.size <= right.size ? [left, right] : [right, left];
  if (small.size === 0) return 0;
  let shared = 0;
  for (const word of small) if (large.has(word)) shared += 1;
  return shared / small.size;
}
