import { randomUUID } from "node:crypto";
import type { SequentialThinkingInput } from "@faculties/schemas/gan-audit";
import { type Queries, sql, type Storage } from "@faculties/storage";

export type Recorded = { sessionId: string; length: number; branches: string[] };

const MOST_THOUGHTS = 10_000;
const MOST_SESSIONS = 1_000;
const MOST_CONNECTIONS = 10_000;
const LONGEST_KEPT_THOUGHT = 256 * 1024;

/** The history of thoughts, by session. */
export class HistoryStore {
  readonly #storage: Storage;
  readonly #now: () => number;
  /** The session that each connection thinks in. */
  readonly #sessions = new Map<string, Promise<string>>();

  constructor(storage: Storage, now: () => number) {
    this.#storage = storage;
    this.#now = now;
  }

  /** Writes a thought down; durable once this resolves. */
  async record(connection: string, input: SequentialThinkingInput): Promise<Recorded> {
    const sessionId = await this.#sessionOf(connection, input.branchId);
    return this.#storage.write((db) => this.#append(db, sessionId, input));
  }

  /**
   * A connection thinks in a session of its own, unless its first thought names a branch that is known: then it
   * goes on where that branch was. So a client that comes back, or has no lasting connection, keeps its history.
   */
  #sessionOf(connection: string, branchId: string | undefined): Promise<string> {
    const known = this.#sessions.get(connection);
    if (known) return known;
    const found = branchId ? this.#sessionWith(branchId) : Promise.resolve(undefined);
    const session = found.then((id) => id ?? randomUUID());
    this.#sessions.set(connection, session);
    session.catch(() => this.#sessions.delete(connection));
    if (this.#sessions.size > MOST_CONNECTIONS) {
      const [oldest = connection] = this.#sessions.keys();
      this.#sessions.delete(oldest);
    }
    return session;
  }

  async #sessionWith(branchId: string): Promise<string | undefined> {
    const row = await this.#storage.query((db) =>
      db.get<{ id: string } | undefined>(sql`
        select sessions.id from branches join sessions on sessions.id = branches.session_id
        where branches.branch = ${encode(branchId)} order by sessions.updated_at desc, sessions.id limit 1`),
    );
    return row?.id;
  }

  async #append(db: Queries, sessionId: string, input: SequentialThinkingInput): Promise<Recorded> {
    const { thought, branchId, ...details } = input;
    const at = this.#now();
    const { length } = await db.get<{ length: number }>(sql`
      insert into sessions (id, length, created_at, updated_at) values (${sessionId}, 1, ${at}, ${at})
      on conflict (id) do update set length = sessions.length + 1, updated_at = excluded.updated_at
      returning length`);
    await db.run(sql`
      insert into thoughts (session_id, position, at, details, thought)
      values (${sessionId}, ${length}, ${at}, ${JSON.stringify({ branchId, ...details })}, ${kept(thought)})`);
    if (branchId)
      await db.run(sql`
        insert into branches (session_id, branch, position) values (${sessionId}, ${encode(branchId)}, ${length})
        on conflict (session_id, branch) do nothing`);
    if (length > MOST_THOUGHTS)
      await db.run(
        sql`delete from thoughts where session_id = ${sessionId} and position <= ${length - MOST_THOUGHTS}`,
      );
    if (length === 1) await dropOldSessions(db);
    const branches = await db.all<{ branch: string }>(
      sql`select branch from branches where session_id = ${sessionId} order by position`,
    );
    return { sessionId, length, branches: branches.map(({ branch }) => decode(branch)) };
  }
}

async function dropOldSessions(db: Queries): Promise<void> {
  const old = await db.all<{ id: string }>(
    sql`select id from sessions order by updated_at desc, id limit 100 offset ${MOST_SESSIONS}`,
  );
  for (const { id } of old) {
    await db.run(sql`delete from thoughts where session_id = ${id}`);
    await db.run(sql`delete from branches where session_id = ${id}`);
    await db.run(sql`delete from sessions where id = ${id}`);
  }
}

/** A branch's name is any text at all; as JSON it goes through every engine unharmed. */
const encode = (text: string): string => JSON.stringify(text);
const decode = (text: string): string => JSON.parse(text) as string;

const kept = (thought: string): string => thought.slice(0, LONGEST_KEPT_THOUGHT);
