export type AuditEntry = {
  position: number;
  at: number;
  overall: number;
  verdict: string;
  findings: number;
  summary: string;
};

export type Trend = {
  direction: "improving" | "steady" | "declining" | "varying" | "new";
  change: number;
};

const RECENT = 5;
const NOTICEABLE = 1;
/** Scores that came back to where they were are no longer steady if they went this far. */
const SWING = 10;

/** Where the scores of a session are going, from the first of the last five audits to the last. */
export function trendOf(audits: readonly Pick<AuditEntry, "overall">[]): Trend {
  const recent = audits.slice(-RECENT);
  const [first] = recent;
  const last = recent.at(-1);
  if (!first || !last || recent.length < 2) return { direction: "new", change: 0 };
  const change = Math.round((last.overall - first.overall) * 10) / 10;
  const scores = recent.map(({ overall }) => overall);
  const swing = Math.max(...scores) - Math.min(...scores);
  if (Math.abs(change) < NOTICEABLE)
    return { direction: swing >= SWING ? "varying" : "steady", change };
  return { direction: change > 0 ? "improving" : "declining", change };
}
