import type { LinkDefinitions } from "./inline-tokens.ts";
import { statedRelations } from "./record-relations.ts";

export type RecordStatus = "active" | "superseded" | "deprecated" | "draft";

const DEPRECATED =
  /\b(?:deprecated|obsolete|retired|rejected|declined|withdrawn|abandoned|cancelled|canceled|dropped)\b/i;
const DRAFT =
  /\b(?:proposed|proposal|draft|pending|wip|in review|under review|under discussion|open)\b/i;
const ACTIVE =
  /\b(?:accepted|approved|adopted|implemented|active|decided|agreed|done|final|valid)\b/i;

/** What texts about the status say; undefined when they say nothing that is known. Words of links do not count. */
export function recordStatus(
  texts: readonly string[],
  definitions?: LinkDefinitions,
): RecordStatus | undefined {
  const stated = texts.map((text) => statedRelations(text, "status", definitions));
  if (stated.some(({ isSuperseded }) => isSuperseded)) return "superseded";
  const rest = stated.map((one) => one.rest).join("\n");
  if (DEPRECATED.test(rest)) return "deprecated";
  if (ACTIVE.test(rest)) return "active";
  return DRAFT.test(rest) ? "draft" : undefined;
}
