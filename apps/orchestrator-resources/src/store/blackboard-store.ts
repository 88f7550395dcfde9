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
    const due = await unit.db
      .select()
      .from(blackboard)
      .where(lte(blackboard.expiresAt, unit.now))
      .orderBy(asc(blackboard.expiresAt), asc(blackboard.key));
    if (due.length === 0) return;
    await remove(
      unit.db,
      due.map(({ key }) => key),
    );
    const changes = due.map((row) => changeOf("expire", entryOf(row)));
    await recordBlackboardChanges(unit, changes, this.#keep);
  }

  async hasExpired(db: Queries, now: number): Promise<boolean> {
    const [due] = await db
      .select({ key: blackboard.key })
      .from(blackboard)
      .where(lte(blackboard.expiresAt, now))
      .limit(1);
    return due !== undefined;
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

async function save(
  { db, now }: Unit,
  { key, value, tags, ttl_ms: ttlMs }: BlackboardWrite,
): Promise<Written> {
  const [before] = await db.select().from(blackboard).where(eq(blackboard.key, key));
  const row = {
    key,
    namespace: namespaceOf(key),
    value: value ?? null,
    tags: normaliseTags(tags),
    createdAt: before?.createdAt ?? now,
    updatedAt: now,
    expiresAt: ttlMs === undefined ? null : now + ttlMs,
    version: (before?.version ?? 0) + 1,
  };
  await db.insert(blackboard).values(row).onConflictDoUpdate({ target: blackboard.key, set: row });
  await db.delete(blackboardTags).where(eq(blackboardTags.key, key));
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
