import type { GanFailure, GanReview } from "@faculties/schemas/gan-audit/gan-review";
import type { SequentialThinkingOutput } from "@faculties/schemas/gan-audit/sequentialthinking";

/** The standard answer with an audit: what has to be revised needs another thought. */
export function combineResponse(
  standard: SequentialThinkingOutput,
  sessionId: string,
  gan: GanReview | GanFailure,
): SequentialThinkingOutput {
  const mustGoOn = "verdict" in gan && gan.verdict !== "pass";
  return { ...standard, nextThoughtNeeded: standard.nextThoughtNeeded || mustGoOn, sessionId, gan };
}
