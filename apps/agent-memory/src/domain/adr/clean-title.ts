import { statusPrefix } from "./status-prefix.ts";

const NUMBERING =
  /^(?:\[?(?:ADR|MADR|DR|Decision(?: record)?)[\s#:_-]*\d*\]?[\s.:–—-]+|#?\d+[\s.:)–—-]+\s*)/i;
const REMARK =
  /\s*[([{]\s*(?:status\s*:\s*)?(?:partly|partially|in part)?\s*(?:supersede[ds]|supercede[ds]|replace[ds]|obsolete[ds]|amend(?:ed|s)|deprecated|rejected|withdrawn|accepted|proposed|draft)\b.*[)\]}]\s*$/i;
const TRAILING = /\s+[–—-]\s+(?:superseded|superceded|replaced|deprecated|rejected)\b.*$/i;

/** The heading of a record without its number, emphasis and remark on the status. */
export function cleanTitle(heading: string): string {
  const bare = heading.replaceAll("~~", "").replaceAll(/[*_`]{1,3}(\S(?:.*?\S)?)[*_`]{1,3}/g, "$1");
  const unremarked = bare.replace(REMARK, "").replace(TRAILING, "").trim();
  const text = unremarked.slice(statusPrefix(unremarked).length);
  return text.replace(NUMBERING, "").trim() || text;
}
