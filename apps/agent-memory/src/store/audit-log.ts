import {
  asc,
  gt,
  appendAtCommit,
  sequenceValue,
  max,
  type Transaction,
  sql,
  advanceSequence,
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
  tx: Transaction,
  { at, actor, role }: Doer,
  entries: readonly AuditEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  await advanceSequence(tx, "audit", entries.length);
  for (const [place, { action, target, subjects }] of entries.entries()) {
    const number = sequenceValue("audit", { minus: entries.length - 1 - place });
    await appendAtCommit(tx, (turn) =>
      turn.run(sql`insert into audit (number, at, actor, role, action, target, subjects)
        values (${number}, ${at}, ${actor}, ${role}, ${action}, ${target}, ${JSON.stringify(subjects)})`),
    );
  }
}

export async function latestAudit(tx: Transaction): Promise<number> {
  const [row] = await tx.select({ number: max(audit.number) }).from(audit);
  return row?.number ?? 0;
}

export async function auditSince(tx: Transaction, number: number, limit: number) {
  return tx
    .select()
    .from(audit)
    .where(gt(audit.number, number))
    .orderBy(asc(audit.number))
    .limit(limit);
}
