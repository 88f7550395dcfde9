import type { SearchResult } from "@faculties/schemas/agent-memory/search-decisions";

const PENALTIES = { superseded: 0.2, deprecated: 0.05, draft: 0.4 };
const ACTIVE_BOOST = 1;
const AUTHORITY_BOOST = 0.1;

/** How a score came about, by the published ranking policy. */
export function explainScore({ score, status, origin }: SearchResult): string {
  const authority = origin === "human" ? AUTHORITY_BOOST : 0;
  const words = authority > 0 ? [` + ${AUTHORITY_BOOST} decided by a human`] : [];
  const standing = score - authority;
  if (status === "active")
    return [`match ${(standing - ACTIVE_BOOST).toFixed(2)}`, " + 1 in force", ...words].join("");
  const penalty = PENALTIES[status];
  return [`match ${(standing / penalty).toFixed(2)}`, ` × ${penalty} ${status}`, ...words].join("");
}
