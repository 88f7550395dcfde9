import { randomUUID } from "node:crypto";
import type { GanReview } from "@faculties/schemas/gan-audit/gan-review";
import type { SessionConfig } from "@faculties/schemas/gan-audit/session-config";
import {
  appendAtCommit,
  sequenceValue,
  type Transaction,
  sql,
  type Storage,
  advanceSequence,
} from "@faculties/storage";
import type { AuditEntry } from "../domain/trend-of.ts";
import { AUDIT_NUMBERS } from "./audits-in-order.ts";

/** An audit in full: its review, its settings and the audited lines as a diff. */
export type AuditDetails = { review: GanReview; config: SessionConfig; diff: string };

export type SessionSummary = { session: string; audits: number; lastAt: number; overall: number };

const MOST_AUDITS = 200;
const MOST_SESSIONS = 1_000;

/** Audits and their settings, by audit session. */
export class AuditStore {
  /** Names this process among those that share the database. */
  readonly writer = randomUUID();
  readonly #storage: Storage;
  readonly #now: () => number;

  constructor(storage: Storage, now: () => number) {
    this.#storage = storage;
    this.#now = now;
  }

  /** Keeps an audit, and tells the how-manieth of its session it is. */
  async record(session: string, details: AuditDetails): Promise<number> {
    const { overall, verdict, review } = details.review;
    const key = JSON.stringify(session);
    const at = this.#now();
    const number = await this.#storage.write(
      async (tx) => {
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
              ${JSON.stringify(details)}, ${sequenceValue(AUDIT_NUMBERS)}, ${this.writer})`),
        );
        return position;
      },
      { locks: [auditsOf(key)] },
    );
    if (number === 1) await this.#dropOldSessions();
    return number;
  }

  /** The audits of a session, oldest first. */
  history(session: string): Promise<AuditEntry[]> {
    return this.#storage.query((tx) =>
      tx.all<AuditEntry>(sql`
        select position, at, overall, verdict, findings, summary from audits
        where audit_session = ${JSON.stringify(session)} order by position`),
    );
  }

  /** One audit in full; undefined when it is gone, or older than this was kept. */
  async details(session: string, position: number): Promise<AuditDetails | undefined> {
    const row = await this.#storage.query((tx) =>
      tx.get<{ details: string | null } | undefined>(sql`
        select details from audits
        where audit_session = ${JSON.stringify(session)} and position = ${position}`),
    );
    return row?.details ? (JSON.parse(row.details) as AuditDetails) : undefined;
  }

  /** The sessions that were audited, the latest first. */
  async sessions(most: number, offset = 0): Promise<SessionSummary[]> {
    const rows = await this.#storage.query((tx) =>
      tx.all<SessionSummary>(sql`${LATEST}, page as (
          select session, at from latest order by at desc, session limit ${most} offset ${offset})
        select session, at as "lastAt",
          (select overall from audits where audit_session = session order by position desc limit 1) as overall,
          (select count(*) from audits where audit_session = session) as audits
        from page order by at desc, session`),
    );
    return rows.map((row) => ({ ...row, session: JSON.parse(row.session) as string }));
  }

  /** What was set for a session, not yet put over the defaults. */
  async settings(session: string): Promise<Record<string, unknown>> {
    const row = await this.#storage.query((tx) =>
      tx.get<{ config: string } | undefined>(
        sql`select config from audit_settings where audit_session = ${JSON.stringify(session)}`,
      ),
    );
    return row ? (JSON.parse(row.config) as Record<string, unknown>) : {};
  }

  async configure(session: string, settings: Record<string, unknown>): Promise<void> {
    const key = JSON.stringify(session);
    const config = JSON.stringify(settings);
    await this.#storage.write(
      async (tx) => {
        await tx.run(sql`
          insert into audit_settings (audit_session, config, updated_at) values (${key}, ${config}, ${this.#now()})
          on conflict (audit_session) do update set config = excluded.config, updated_at = excluded.updated_at`);
      },
      { locks: [`settings of ${key}`] },
    );
  }

  /** Contends for those that it drops, and looks again when it has them: they may have been audited meanwhile. */
  async #dropOldSessions(): Promise<void> {
    const known = await this.#storage.query(oldSessions);
    if (known.length === 0) return;
    await this.#storage.write(
      async (tx) => {
        const old = await oldSessions(tx);
        for (const key of known.filter((one) => old.includes(one)))
          await tx.run(sql`delete from audits where audit_session = ${key}`);
      },
      { locks: known.map(auditsOf) },
    );
  }
}

/** What those contend for who write audits of a session. */
const auditsOf = (key: string): string => `audits of ${key}`;

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

async function oldSessions(tx: Transaction): Promise<string[]> {
  const rows = await tx.all<{ key: string }>(sql`${LATEST}
    select session as key from latest order by at desc, session limit 100 offset ${MOST_SESSIONS}`);
  return rows.map(({ key }) => key);
}
