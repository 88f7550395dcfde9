import {
  asc,
  gt,
  inOrder,
  lastNumber,
  max,
  type Queries,
  sql,
  takeNumbers,
} from "@faculties/storage";
import { audit } from "./tables.ts";

export type AuditEntry = {
  action:
    | "record"
    | "supersede"
    | "accept"
    | "reject"
    | "propose"
    | "reflect"
    | "import"
    | "repair";
  target: string;
  /** Ids of the decisions and proposals that changed. */
  subjects: string[];
};

export type Doer = { at: number; actor: string; role: string };

/** Plain SQL, because every write appends. */
export async function appendAudit(
  db: Queries,
  { at, actor, role }: Doer,
  entries: readonly AuditEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  await takeNumbers(db, "audit", entries.length);
  for (const [place, { action, target, subjects }] of entries.entries()) {
    const number = lastNumber("audit", entries.length - 1 - place);
    await inOrder(db, (turn) =>
      turn.run(sql`insert into audit (number, at, actor, role, action, target, subjects)
        values (${number}, ${at}, ${actor}, ${role}, ${action}, ${target}, ${JSON.stringify(subjects)})`),
    );
  }
}

export async function latestAudit(db: Queries): Promise<number> {
  const [row] = await db.select({ number: max(audit.number) }).from(audit);
  return row?.number ?? 0;
}

export async function auditSince(db: Queries, number: number, limit: number) {
  return db
    .select()
    .from(audit)
    .where(gt(audit.number, number))
    .orderBy(asc(audit.number))
    .limit(limit);
}
