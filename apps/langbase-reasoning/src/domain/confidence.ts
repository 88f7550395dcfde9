/** The contract's confidence for answers without one. */
export const DEFAULT_CONFIDENCE = 0.8;

/** A note for the caller if the confidence is below the threshold. */
export function thresholdNotes(confidence: number, threshold: number | undefined): string[] {
  if (threshold === undefined || confidence >= threshold) return [];
  return [`The confidence of ${confidence} is below the ${threshold} asked for.`];
}

type Answer = {
  notes: readonly string[];
  data: { confidence?: number | undefined };
  isGiven?: boolean;
};

/** How the answer was read, and that its confidence is only the default. */
export function answerNotes({ notes, data, isGiven }: Answer): string[] {
  if (isGiven === true || data.confidence !== undefined) return [...notes];
  return [...notes, `The model gave no confidence; ${DEFAULT_CONFIDENCE} stands for it.`];
}
