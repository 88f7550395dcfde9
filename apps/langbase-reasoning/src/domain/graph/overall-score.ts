import { tidy } from "../tidy.ts";

export type ScoreParts = {
  relevance?: number | undefined;
  validity?: number | undefined;
  depth?: number | undefined;
  novelty?: number | undefined;
  score?: number | undefined;
};

export type Score = {
  score: number;
  breakdown: { relevance: number; validity: number; depth: number; novelty: number };
  /** The criteria that the answer left out. */
  missing: string[];
};

const CRITERIA = ["relevance", "validity", "depth", "novelty"] as const;

/** The mean of the four criteria. One that is missing counts as the overall score, or as the mean of the others. */
export function overallScore(parts: ScoreParts, otherwise: number): Score {
  const given = CRITERIA.flatMap((name) => parts[name] ?? []);
  const mean = given.reduce((sum, part) => sum + part, 0) / given.length;
  const standIn = parts.score ?? (given.length > 0 ? mean : otherwise);
  const { relevance = standIn, validity = standIn, depth = standIn, novelty = standIn } = parts;
  return {
    score: tidy((relevance + validity + depth + novelty) / CRITERIA.length),
    breakdown: { relevance, validity, depth, novelty },
    missing: CRITERIA.filter((name) => parts[name] === undefined),
  };
}
