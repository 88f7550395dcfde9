/** The contract's confidence for answers that name none. */
export const DEFAULT_CONFIDENCE = 0.8;

/** What to tell a caller whose threshold was not reached; nothing when it was. */
export function thresholdNotes(confidence: number, threshold: number | undefined): string[] {
  if (threshold === undefined || confidence >= threshold) return [];
  return [`The confidence of ${confidence} is below the ${threshold} asked for.`];
}
