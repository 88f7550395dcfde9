import type { StatedRelations } from "./record-relations.ts";

export type RecordStatus = "active" | "superseded" | "deprecated" | "draft";

const DEPRECATED =
  /\b(?:deprecated|obsolete|retired|rejected|declined|withdrawn|abandoned|cancelled|canceled|dropped)\b/i;
const DRAFT =
  /\b(?:proposed|proposal|draft|pending|wip|in review|under review|under discussion|open)\b/i;
const ACTIVE =
  /\b(?:accepted|approved|adopted|implemented|active|decided|agreed|done|final|valid)\b/i;

/** The status that a text states; undefined when it states no known one. Link texts do not count. */
export function recordStatus(stated: readonly StatedRelations[]): RecordStatus | undefined {
  if (stated.some(({ isSuperseded }) => isSuperseded)) return "superseded";
  return statusWord(stated.map(({ rest }) => rest).join("\n"));
}

/** The status that a text has a word for. */
export function statusWord(text: string): RecordStatus | undefined {
  if (DEPRECATED.test(text)) return "deprecated";
  if (ACTIVE.test(text)) return "active";
  return DRAFT.test(text) ? "draft" : undefined;
}
