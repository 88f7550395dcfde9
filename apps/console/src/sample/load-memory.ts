import type { CallTool } from "./load-sample.ts";

type Recorded = { decision_id: string };
const SESSIONS = "Sample: session storage";

export async function loadMemory(call: CallTool): Promise<void> {
  const first = await call<Recorded>("record_decision", {
    title: "Sample: Store sessions in Redis",
    target: SESSIONS,
    rationale: "Sessions must survive a restart of the web tier, and Redis is there already.",
    consequences: ["Redis becomes part of every request"],
  });
  const second = await call<Recorded>("supersede_decision", {
    title: "Sample: Keep sessions in signed cookies",
    target: SESSIONS,
    rationale: "Redis went down twice in March and took every sign-in with it. Sessions are small.",
    consequences: ["A session cannot be ended from the server", "Cookies grow to about 600 bytes"],
    old_decision_ids: [first.decision_id],
  });
  await call("supersede_decision", {
    title: "Sample: Keep sessions in PostgreSQL",
    target: SESSIONS,
    rationale:
      "Security asked that sessions can be ended at once. One indexed lookup costs 0.4 ms.",
    consequences: ["Sessions can be listed and ended", "The database is needed to sign in"],
    old_decision_ids: [second.decision_id],
  });
  for (const decision of OTHERS) await call("record_decision", decision);
  for (const event of EVENTS)
    await call("record_event", { target: "Sample: deployment", ...event });
}

const OTHERS = [
  {
    title: "Sample: Errors carry a stable code",
    target: "Sample: error format",
    rationale: "Clients matched on messages, so fixing a typo broke two of them.",
    consequences: ["Codes are documented and never reused"],
  },
  {
    title: "Sample: PostgreSQL is the only database",
    target: "Sample: database",
    rationale: "Three stores meant three backups, three upgrades and no transactions between them.",
  },
  {
    title: "Sample: Release every Tuesday",
    target: "Sample: release day",
    rationale: "Fridays left nobody to help, Mondays collided with planning.",
  },
];

const EVENTS = [
  {
    kind: "error",
    summary: "Migration timed out while the table was locked",
    reference: "build 1841",
  },
  {
    kind: "error",
    summary: "Migration timed out again, rolled back by hand",
    reference: "build 1852",
  },
  {
    kind: "note",
    summary: "The migration lock is held for the whole release",
    reference: "review",
  },
  {
    kind: "error",
    summary: "Migration timed out, release postponed to Wednesday",
    reference: "build 1866",
  },
];
