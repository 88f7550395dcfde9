import { saysSuperseded } from "./record-relations.ts";

export type RecordStatus = "active" | "superseded" | "deprecated" | "draft";

const DEPRECATED =
  /\b(?:deprecated|obsolete|retired|rejected|declined|withdrawn|abandoned|cancelled|canceled|dropped)\b/i;
const DRAFT =
  /\b(?:proposed|proposal|draft|pending|wip|in review|under review|under discussion|open)\b/i;
const ACTIVE =
  /\b(?:accepted|approved|adopted|implemented|active|decided|agreed|done|final|valid)\b/i;

/** What the words of a status say; undefined when they say nothing that is known. */
export function recordStatus(text: string): RecordStatus | undefined {
  if (saysSuperseded(text)) return "superseded";
  if (DEPRECATED.test(text)) return "deprecated";
  if (ACTIVE.test(text)) return "active";
  return DRAFT.test(text) ? "draft" : undefined;
}
