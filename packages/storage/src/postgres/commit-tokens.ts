import { randomUUID } from "node:crypto";
import { retryUntil } from "../retry-until.ts";
import { isTransient } from "./postgres-error.ts";
import type { SessionPool } from "./session-pool.ts";

/** Made by the engine in every schema. */
export const CREATE_COMMIT_TOKENS = `create table if not exists write_marks
  (writer text not null primary key, batch bigint not null, marked_at timestamptz not null)`;

const MARK = `insert into write_marks (writer, batch, marked_at) values ($1, $2, now())
  on conflict (writer) do update set batch = excluded.batch, marked_at = excluded.marked_at`;
const FORGET = "delete from write_marks where marked_at < now() - interval '1 day'";
const LONGEST_PAUSE_MS = 250;
/** The database may be restarting, and a late answer helps more than an uncertain one. */
const PATIENCE_MS = 20_000;

export type CommitToken = { sql: string; params: unknown[] };

/**
 * The last batch that each writer committed, written in the same transaction. After a lost answer it tells whether
 * the commit happened. PostgreSQL's transaction ids cannot: after a crash they are assigned again.
 */
export class CommitTokens {
  readonly #writer = randomUUID();
  #batch = 0;

  /** The statement for the next batch. A writer's first one also deletes expired tokens. */
  next(): CommitToken {
    this.#batch += 1;
    const sql = this.#batch === 1 ? `with forgotten as (${FORGET}) ${MARK}` : MARK;
    return { sql, params: [this.#writer, this.#batch] };
  }

  /** Whether the last batch was committed. Undefined if the database does not answer in time. */
  async wasCommitted(sessions: SessionPool): Promise<boolean | undefined> {
    // Its transaction may still be running: writing the same row waits for its end.
    const read = `insert into write_marks values ('${this.#writer}', 0, now())
      on conflict (writer) do update set marked_at = excluded.marked_at returning batch`;
    const ask = async () => {
      const { rows } = await sessions.use((connection) => connection.command(read));
      return rows[0]?.["batch"] === this.#batch;
    };
    try {
      return await retryUntil(ask, {
        isRetryable: isTransient,
        budgetMs: PATIENCE_MS,
        longestPauseMs: LONGEST_PAUSE_MS,
      });
    } catch {
      return undefined;
    }
  }
}
