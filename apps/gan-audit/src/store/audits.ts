import type { GanReview } from "@faculties/schemas/gan-audit/gan-review";
import type { SessionConfig } from "@faculties/schemas/gan-audit/session-config";
import {
  advanceSequence,
  appendAtCommit,
  lastSequence,
  sequenceValue,
  sql,
  type Transaction,
} from "@faculties/storage";
import type { AuditEntry } from "../domain/trend-of.ts";

/** An audit in full: its review, its settings and the audited lines as a diff. */
export type AuditDetails = { review: GanReview; config: SessionConfig; diff: string };

export type SessionSummary = { session: string; audits: number; lastAt: number; overall: number };

export type NumberedAudit = { number: number; session: string; position: number; writer: string };

/** The sequence that numbers audits in the order of their commits. */
const AUDIT_NUMBERS = "audits";
const MOST_AUDITS = 200;
const MOST_SESSIONS = 1_000;

/** A session's name is any text; as JSON every engine stores it unchanged. */
export const storedSession = (session: string): string => JSON.stringify(session);

/** Keeps an audit and drops the oldest of its session over the limit; the number of the audit in its session. */
export async function insertAudit(
  tx: Transaction,
  session: string,
  details: AuditDetails,
  { at, writer }: { at: number; writer: string },
): Promise<number> {
  const { overall, verdict, review } = details.review;
  const key = storedSession(session);
  const { position } = await tx.get<{ position: number }>(
    sql`select coalesce(max(position), 0) + 1 as position from audits where audit_session = ${key}`,
  );
  await tx.run(
    sql`delete from audits where audit_session = ${key} and position <= ${position - MOST_AUDITS}`,
  );
  await advanceSequence(tx, AUDIT_NUMBERS);
  await appendAtCommit(tx, (turn) =>
    turn.run(sql`
      insert into audits (audit_session, position, at, overall, verdict, findings, summary, details, number, writer)
      values (${key}, ${position}, ${at}, ${overall}, ${verdict}, ${review.inline.length}, ${review.summary},
        ${JSON.stringify(details)}, ${sequenceValue(AUDIT_NUMBERS)}, ${writer})`),
  );
  return position;
}

/** The audits of a session, oldest first. */
export function auditsOfSession(tx: Transaction, session: string): PromiseLike<AuditEntry[]> {
  return tx.all<AuditEntry>(sql`
    select position, at, overall, verdict, findings, summary from audits
    where audit_session = ${storedSession(session)} order by position`);
}

/** One audit in full; undefined when it is gone, or older than this was kept. */
export async function auditDetails(
  tx: Transaction,
  session: string,
  position: number,
): Promise<AuditDetails | undefined> {
  const row = await tx.get<{ details: string | null } | undefined>(sql`
    select details from audits
    where audit_session = ${storedSession(session)} and position = ${position}`);
  return row?.details ? (JSON.parse(row.details) as AuditDetails) : undefined;
}

/** The sessions that were audited, the latest first. */
export async function auditedSessions(
  tx: Transaction,
  most: number,
  offset = 0,
): Promise<SessionSummary[]> {
  const rows = await tx.all<SessionSummary>(sql`${LATEST}, page as (
      select session, at from latest order by at desc, session limit ${most} offset ${offset})
    select session, at as "lastAt",
      (select overall from audits where audit_session = session order by position desc limit 1) as overall,
      (select count(*) from audits where audit_session = session) as audits
    from page order by at desc, session`);
  return rows.map((row) => ({ ...row, session: JSON.parse(row.session) as string }));
}

/** The settings of a session, not yet put over the defaults. */
export async function settingsOfSession(
  tx: Transaction,
  session: string,
): Promise<Record<string, unknown>> {
  const row = await tx.get<{ config: string } | undefined>(
    sql`select config from audit_settings where audit_session = ${storedSession(session)}`,
  );
  return row ? (JSON.parse(row.config) as Record<string, unknown>) : {};
}

export async function saveSettings(
  tx: Transaction,
  session: string,
  settings: Record<string, unknown>,
  at: number,
): Promise<void> {
  await tx.run(sql`
    insert into audit_settings (audit_session, config, updated_at)
    values (${storedSession(session)}, ${JSON.stringify(settings)}, ${at})
    on conflict (audit_session) do update set config = excluded.config, updated_at = excluded.updated_at`);
}

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

/** When each session was audited last, found from session to session by the index: to group them is to read all audits. */
const LATEST = sql`
  with recursive known (session) as (
    select min(audit_session) from audits
    union all
    select (select min(audit_session) from audits where audit_session > known.session)
    from known where known.session is not null
  ), latest as (
    select session, (select at from audits where audit_session = session order by position desc limit 1) as at
    from known where session is not null
  )`;

/** The sessions over the limit, as they are stored. */
export async function oldSessions(tx: Transaction): Promise<string[]> {
  const rows = await tx.all<{ key: string }>(sql`${LATEST}
    select session as key from latest order by at desc, session limit 100 offset ${MOST_SESSIONS}`);
  return rows.map(({ key }) => key);
}

/** Drops those of the sessions that are still over the limit: they may have been audited meanwhile. */
export async function dropOldSessions(tx: Transaction, known: readonly string[]): Promise<void> {
  const old = await oldSessions(tx);
  for (const key of known.filter((one) => old.includes(one)))
    await tx.run(sql`delete from audits where audit_session = ${key}`);
}
