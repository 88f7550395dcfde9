import { CodedError } from "@faculties/errors";
import type { BbQueryInput } from "@faculties/schemas/orchestrator-resources/bb-query";
import type {
  BlackboardEntrySnapshot,
  BlackboardWrite,
} from "@faculties/schemas/orchestrator-resources/blackboard-entry";
import {
  and,
  asc,
  eq,
  gt,
  gte,
  inArray,
  lt,
  lte,
  sql,
  type Transaction,
  inParts,
  PreparedQuery,
  PreparedInsert,
} from "@faculties/storage";
import { endOfPrefix, namespaceOf, normaliseTags } from "../domain/blackboard-key.ts";
import { type BlackboardChange, recordBlackboardChanges } from "./blackboard-events.ts";
import type { Database, Outbox } from "./database.ts";
import { entryKey } from "./lock-keys.ts";
import { blackboard, blackboardTags } from "./tables.ts";

type Written = { entry: BlackboardEntrySnapshot; created: boolean };

/** Entries that are ended without keeping all others from writing; of more, all at once. */
const MOST_NAMED = 64;

/** Shared entries. Every change is an event of the key's namespace. */
export class BlackboardStore {
  readonly #keep: number;

  constructor(maxEventHistory: number) {
    this.#keep = maxEventHistory;
  }

  /** Each key once. */
  async set(
    tx: Transaction,
    outbox: Outbox,
    writes: readonly BlackboardWrite[],
  ): Promise<Written[]> {
    const { now } = outbox;
    const rows = writes.map((write) => firstVersion(write, now));
    const saved = await this.#save(tx, outbox, rows);
    const written = rows.map((row) => {
      const [createdAt, version] = saved.get(row.key) as Saved;
      return { entry: entryOf({ ...row, createdAt, version }), created: version === 1 };
    });
    const replaced = written.flatMap(({ entry, created }) => (created ? [] : [entry.key]));
    const tags = rows.flatMap(({ key, tags: own }) => own.map((tag) => ({ tag, key })));
    if (replaced.length > 0)
      await tx.delete(blackboardTags).where(inArray(blackboardTags.key, replaced));
    await tagging.run(tx, tags);
    const changes = written.map(({ entry }) => changeOf("set", entry));
    await recordBlackboardChanges(tx, outbox, changes, this.#keep);
    return written;
  }

  /** Adds the entries, or replaces those that are there; one that is past its time is ended first. */
  async #save(tx: Transaction, outbox: Outbox, rows: readonly Row[]): Promise<Map<string, Saved>> {
    const returned = await saving.runReturning<[key: string, ...Saved]>(tx, rows);
    const saved = new Map(returned.map(([key, ...rest]) => [key, rest]));
    const over = rows.filter(({ key }) => !saved.has(key));
    if (over.length === 0) return saved;
    await this.#end(
      tx,
      outbox,
      over.map(({ key }) => key),
    );
    return new Map([...saved, ...(await this.#save(tx, outbox, over))]);
  }

  async delete(tx: Transaction, outbox: Outbox, key: string): Promise<BlackboardEntrySnapshot> {
    const entry = await this.get(tx, key, outbox.now);
    await remove(tx, [key]);
    await recordBlackboardChanges(tx, outbox, [changeOf("delete", entry)], this.#keep);
    return entry;
  }

  /** Whether `endDue` would find anything. */
  async hasDue(tx: Transaction, now: number): Promise<boolean> {
    return (await firstDue.rows(tx, now, 1)).length > 0;
  }

  /** Ends all entries that are past their time. Called before other entries change, so that ends come first. */
  async endDue(database: Database): Promise<void> {
    const due = await database.query((tx) => firstDue.rows(tx, database.now(), MOST_NAMED + 1));
    if (due.length === 0) return;
    const keys = due.length > MOST_NAMED ? undefined : due.map(([key]) => key);
    await database.write(
      (tx, outbox) => this.#end(tx, outbox, keys),
      keys && { locks: keys.map(entryKey) },
    );
  }

  /** Removes what is past its time, of all or of these keys; each entry's end is one event. */
  async #end(tx: Transaction, outbox: Outbox, keys?: readonly string[]): Promise<void> {
    const due = await tx
      .select()
      .from(blackboard)
      .where(
        and(
          lte(blackboard.expiresAt, outbox.now),
          keys === undefined ? undefined : inArray(blackboard.key, [...keys]),
        ),
      )
      .orderBy(asc(blackboard.expiresAt), asc(blackboard.key));
    if (due.length === 0) return;
    await remove(
      tx,
      due.map(({ key }) => key),
    );
    const changes = due.map((row) => changeOf("expire", entryOf(row)));
    await recordBlackboardChanges(tx, outbox, changes, this.#keep);
  }

  async find(
    tx: Transaction,
    key: string,
    now: number,
  ): Promise<BlackboardEntrySnapshot | undefined> {
    const [row] = await tx
      .select()
      .from(blackboard)
      .where(and(eq(blackboard.key, key), alive(now)));
    return row && entryOf(row);
  }

  async get(tx: Transaction, key: string, now: number): Promise<BlackboardEntrySnapshot> {
    const entry = await this.find(tx, key, now);
    if (entry) return entry;
    throw new CodedError("E-BB-NOTFOUND", `The blackboard has no entry "${key}".`, {
      details: { key },
    });
  }

  /** Entries in order of their keys, after the key `cursor`. */
  async query(
    tx: Transaction,
    { namespace, prefix, tags, limit, cursor }: BbQueryInput,
    now: number,
  ): Promise<{ entries: BlackboardEntrySnapshot[]; next_cursor?: string }> {
    const wanted = normaliseTags(tags);
    const end = prefix === undefined ? undefined : endOfPrefix(prefix);
    const rows = await tx
      .select()
      .from(blackboard)
      .where(
        and(
          alive(now),
          namespace === undefined ? undefined : eq(blackboard.namespace, namespace),
          cursor === undefined ? undefined : gt(blackboard.key, cursor),
          prefix === undefined ? undefined : gte(blackboard.key, prefix),
          end === undefined ? undefined : lt(blackboard.key, end),
          ...wanted.map((tag) =>
            inArray(
              blackboard.key,
              tx
                .select({ key: blackboardTags.key })
                .from(blackboardTags)
                .where(eq(blackboardTags.tag, tag)),
            ),
          ),
        ),
      )
      .orderBy(asc(blackboard.key))
      .limit(limit + 1);
    const entries = rows.slice(0, limit).map(entryOf);
    const last = entries.at(-1);
    return rows.length > limit && last ? { entries, next_cursor: last.key } : { entries };
  }
}

const firstDue = new PreparedQuery<[now: number, limit: number], [key: string]>((tx, now, limit) =>
  tx
    .select({ key: blackboard.key })
    .from(blackboard)
    .where(lte(blackboard.expiresAt, now))
    // Without an order PostgreSQL expects to come across so few soon enough, and reads every entry instead of the index.
    .orderBy(asc(blackboard.expiresAt))
    .limit(limit),
);

type Row = typeof blackboard.$inferSelect;
type Saved = [createdAt: number, version: number];

/** Leaves out who is there but past its time. */
const saving = new PreparedInsert<Row>(
  (tx, rows) =>
    tx
      .insert(blackboard)
      .values(rows)
      .onConflictDoUpdate({
        target: blackboard.key,
        set: {
          value: sql`excluded.value`,
          tags: sql`excluded.tags`,
          updatedAt: sql`excluded.updated_at`,
          expiresAt: sql`excluded.expires_at`,
          version: sql`${blackboard.version} + 1`,
        },
        setWhere: sql`${blackboard.expiresAt} is null or ${blackboard.expiresAt} > excluded.updated_at`,
      })
      .returning({
        key: blackboard.key,
        createdAt: blackboard.createdAt,
        version: blackboard.version,
      }),
  ({ key, namespace, value, tags, createdAt, updatedAt, expiresAt, version }) => [
    key,
    namespace,
    value === null ? null : JSON.stringify(value),
    JSON.stringify(tags),
    createdAt,
    updatedAt,
    expiresAt,
    version,
  ],
);

const tagging = new PreparedInsert<typeof blackboardTags.$inferSelect>(
  (tx, rows) => tx.insert(blackboardTags).values(rows),
  ({ tag, key }) => [tag, key],
);

function firstVersion({ key, value, tags, ttl_ms: ttlMs }: BlackboardWrite, now: number): Row {
  return {
    key,
    namespace: namespaceOf(key),
    value: value ?? null,
    tags: normaliseTags(tags),
    createdAt: now,
    updatedAt: now,
    expiresAt: ttlMs === undefined ? null : now + ttlMs,
    version: 1,
  };
}

async function remove(tx: Transaction, keys: string[]): Promise<void> {
  for (const some of inParts(keys)) {
    await tx.delete(blackboard).where(inArray(blackboard.key, some));
    await tx.delete(blackboardTags).where(inArray(blackboardTags.key, some));
  }
}

function entryOf(row: Row): BlackboardEntrySnapshot {
  const { key, value, tags, createdAt, updatedAt, expiresAt, version } = row;
  return { key, value, tags, createdAt, updatedAt, expiresAt, version };
}

function changeOf(kind: BlackboardChange["kind"], entry: BlackboardEntrySnapshot) {
  return { kind, namespace: namespaceOf(entry.key), entry };
}

/** In words that no index answers: nearly all are alive, and PostgreSQL might read them all in the order of their ends. */
function alive(now: number) {
  return sql`coalesce(${blackboard.expiresAt}, ${Number.MAX_SAFE_INTEGER}) > ${now}`;
}
