import { lastSequence, type Transaction, sql } from "@faculties/storage";

/** The sequence that numbers audits in the order of their commits. */
export const AUDIT_NUMBERS = "audits";

export type NumberedAudit = { number: number; session: string; position: number; writer: string };

export function lastAuditNumber(tx: Transaction): Promise<number> {
  return lastSequence(tx, AUDIT_NUMBERS);
}

export async function auditsAfter(
  tx: Transaction,
  number: number,
  limit: number,
): Promise<NumberedAudit[]> {
  const rows = await tx.all<NumberedAudit>(sql`
    select number, audit_session as session, position, writer from audits
    where number > ${number} order by number limit ${limit}`);
  return rows.map((row) => ({ ...row, session: JSON.parse(row.session) as string }));
}
