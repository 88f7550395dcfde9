import { counted } from "./counted.ts";
import { type Coherence, type LinkedThought, measureCoherence } from "./coherence.ts";
import { soundness, type Weighted } from "./detection/soundness.ts";
import { shortNumber } from "./short-number.ts";

export type SessionFigures = Coherence & {
  thoughtCount: number;
  averageConfidence: number;
  /** Mean of confidence and coherence, lowered by the biases and fallacies found so far. */
  quality: number;
};

export type Verdict = { strengths: string[]; weaknesses: string[]; recommendations: string[] };

const HIGH = 0.7;
const LOW = 0.5;

/** What can be said of a session by counting alone. */
export function measureSession(
  thoughts: readonly LinkedThought[],
  detections: readonly Weighted[],
): SessionFigures {
  const coherence = measureCoherence(thoughts);
  const total = thoughts.reduce((sum, { confidence }) => sum + confidence, 0);
  const averageConfidence = thoughts.length === 0 ? 0 : total / thoughts.length;
  const quality = ((averageConfidence + coherence.coherence) / 2) * soundness(detections);
  return { ...coherence, thoughtCount: thoughts.length, averageConfidence, quality };
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
