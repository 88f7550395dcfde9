import type { DecisionText } from "../domain/decision.ts";

/** The text that words and meaning are searched in. */
export function searchable({ title, target, rationale, consequences }: DecisionText): string {
  return [title, target, rationale, ...consequences].join("\n");
}
