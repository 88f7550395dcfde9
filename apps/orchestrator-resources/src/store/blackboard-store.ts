import { CodedError } from "@faculties/schemas";
import type {
  BbQueryInput,
  BlackboardEntrySnapshot,
  BlackboardWrite,
} from "@faculties/schemas/orchestrator-resources";
import {
  and,
  asc,
  eq,
  gt,
  gte,
  inArray,
  isNull,
  lte,
  or,
  type Queries,
  sql,
} from "@faculties/storage";
import { namespaceOf, normaliseTags } from "../domain/blackboard-key.ts";
import { inParts } from "../domain/in-parts.ts";
import { type BlackboardChange, recordBlackboardChanges } from "./blackboard-events.ts";
import { blackboard, blackboardTags } from "./blackboard-tables.ts";
import { FrequentQuery } from "./built-query.ts";
import { BulkInsert } from "./bulk-insert.ts";
import type { Unit } from "./ledger.ts";

type Written = { entry: BlackboardEntrySnapshot; created: boolean };

/** Shared entries. Every change is an event of the key's namespace. */
export class BlackboardStore {
  readonly #keep: number;

  constructor(maxEventHistory: number) {
    this.#keep = maxEventHistory;
  }

  async set(unit: Unit, writes: readonly BlackboardWrite[]): Promise<Written[]> {
    await this.expire(unit);
    const written: Written[] = [];
    for (const write of writes) written.push(await save(unit, write));
    const changes = written.map(({ entry }) => changeOf("set", entry));
    await recordBlackboardChanges(unit, changes, this.#keep);
    return written;
  }

  async delete(unit: Unit, key: string): Promise<BlackboardEntrySnapshot> {
    await this.expire(unit);
    const entry = await this.get(unit.db, key, unit.now);
    await remove(unit.db, [key]);
    await recordBlackboardChanges(unit, [changeOf("delete", entry)], this.#keep);
    return entry;
  }

  /** Removes what is past its time; each entry's end is one event. */
  async expire(unit: Unit): Promise<void> {
    if (!(await this.hasExpired(unit.db, unit.now))) return;
    const due = await unit.db
      .select()
      .from(blackboard)
      .where(lte(blackboard.expiresAt, unit.now))
      .orderBy(asc(blackboard.expiresAt), asc(blackboard.key));
    await remove(
      unit.db,
      due.map(({ key }) => key),
    );
    const changes = due.map((row) => changeOf("expire", entryOf(row)));
    await recordBlackboardChanges(unit, changes, this.#keep);
  }

  async hasExpired(db: Queries, now: number): Promise<boolean> {
    return (await firstDue.rows(db, now, 1)).length > 0;
  }

  async find(db: Queries, key: string, now: number): Promise<BlackboardEntrySnapshot | undefined> {
    const [row] = await db
      .select()
      .from(blackboard)
      .where(and(eq(blackboard.key, key), alive(now)));
    return row && entryOf(row);
  }

  async get(db: Queries, key: string, now: number): Promise<BlackboardEntrySnapshot> {
    const entry = await this.find(db, key, now);
    if (entry) return entry;
    throw new CodedError("E-BB-NOTFOUND", `The blackboard has no entry "${key}".`, {
      details: { key },
    });
  }

  /** Entries in order of their keys, after the key `cursor`. */
  async query(
    db: Queries,
    { namespace, prefix, tags, limit, cursor }: BbQueryInput,
    now: number,
  ): Promise<{ entries: BlackboardEntrySnapshot[]; next_cursor?: string }> {
    const wanted = normaliseTags(tags);
    const rows = await db
      .select()
      .from(blackboard)
      .where(
        and(
          alive(now),
          namespace === undefined ? undefined : eq(blackboard.namespace, namespace),
          cursor === undefined ? undefined : gt(blackboard.key, cursor),
          prefix === undefined ? undefined : gte(blackboard.key, prefix),
          prefix === undefined
            ? undefined
            : eq(sql`substr(${blackboard.key}, 1, ${[...prefix].length})`, prefix),
          ...wanted.map((tag) =>
            inArray(
              blackboard.key,
              db
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

const firstDue = new FrequentQuery<[now: number, limit: number], [key: string]>((db, now, limit) =>
  db
    .select({ key: blackboard.key })
    .from(blackboard)
    .where(lte(blackboard.expiresAt, now))
    .limit(limit),
);

const versionOf = new FrequentQuery<[key: string], [createdAt: number, version: number]>(
  (db, key) =>
    db
      .select({ createdAt: blackboard.createdAt, version: blackboard.version })
      .from(blackboard)
      .where(eq(blackboard.key, key)),
);

const saving = new BulkInsert<typeof blackboard.$inferSelect>(
  (db, rows) =>
    db
      .insert(blackboard)
      .values(rows)
      .onConflictDoUpdate({
        target: blackboard.key,
        set: {
          value: sql`excluded.value`,
          tags: sql`excluded.tags`,
          updatedAt: sql`excluded.updated_at`,
          expiresAt: sql`excluded.expires_at`,
          version: sql`excluded.version`,
        },
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

async function save(
  { db, now }: Unit,
  { key, value, tags, ttl_ms: ttlMs }: BlackboardWrite,
): Promise<Written> {
  const [before] = await versionOf.rows(db, key);
  const [createdAt = now, version = 0] = before ?? [];
  const row = {
    key,
    namespace: namespaceOf(key),
    value: value ?? null,
    tags: normaliseTags(tags),
    createdAt,
    updatedAt: now,
    expiresAt: ttlMs === undefined ? null : now + ttlMs,
    version: version + 1,
  };
  await saving.run(db, [row]);
  if (before) await db.delete(blackboardTags).where(eq(blackboardTags.key, key));
  if (row.tags.length > 0)
    await db.insert(blackboardTags).values(row.tags.map((tag) => ({ tag, key })));
  return { entry: entryOf(row), created: before === undefined };
}

async function remove(db: Queries, keys: string[]): Promise<void> {
  for (const some of inParts(keys)) {
    await db.delete(blackboard).where(inArray(blackboard.key, some));
    await db.delete(blackboardTags).where(inArray(blackboardTags.key, some));
  }
}

function entryOf(row: typeof blackboard.$inferSelect): BlackboardEntrySnapshot {
  const { key, value, tags, createdAt, updatedAt, expiresAt, version } = row;
  return { key, value, tags, createdAt, updatedAt, expiresAt, version };
}

function changeOf(kind: BlackboardChange["kind"], entry: BlackboardEntrySnapshot) {
  return { kind, namespace: namespaceOf(entry.key), entry };
}

function alive(now: number) {
  return or(isNull(blackboard.expiresAt), gt(blackboard.expiresAt, now));
}
