import type {
  KgInsertInput,
  KgInsertOutput,
  KgQueryInput,
  Triple,
} from "@faculties/schemas/orchestrator-resources";
import {
  and,
  asc,
  column,
  count,
  defineTable,
  eq,
  gt,
  gte,
  type Queries,
} from "@faculties/storage";
import { decodeCursor, encodeCursor } from "../domain/cursor.ts";
import type { Unit } from "./ledger.ts";

/** A fact is known once per source; without one its source is empty. */
const triples = defineTable("triples", {
  id: column.text().primaryKey(),
  subject: column.text().notNull(),
  predicate: column.text().notNull(),
  object: column.text().notNull(),
  source: column.text().notNull(),
  confidence: column.real().notNull(),
  createdAt: column.integer().notNull(),
  updatedAt: column.integer().notNull(),
});

type Fact = KgInsertInput["triples"][number];

/** Remembers facts; one that is known is updated. */
export async function insertTriples(
  { db, now }: Unit,
  facts: readonly Fact[],
  newId: () => string,
): Promise<KgInsertOutput> {
  const saved: Triple[] = [];
  let inserted = 0;
  for (const { subject, predicate, object, source = "", confidence } of facts) {
    const id = newId();
    const [row] = await db
      .insert(triples)
      .values({
        id,
        subject,
        predicate,
        object,
        source,
        confidence,
        createdAt: now,
        updatedAt: now,
      })
      .onConflictDoUpdate({
        target: [triples.subject, triples.predicate, triples.object, triples.source],
        set: { confidence, updatedAt: now },
      })
      .returning();
    if (!row) throw new Error("The database gave no fact back.");
    if (row.id === id) inserted += 1;
    saved.push(tripleOf(row));
  }
  const [all] = await db.select({ total: count() }).from(triples);
  return { inserted, updated: facts.length - inserted, total: all?.total ?? 0, triples: saved };
}

/** Facts in the order of their ids. */
export async function queryTriples(
  db: Queries,
  { subject, predicate, object, source, min_confidence, limit, cursor }: KgQueryInput,
): Promise<{ triples: Triple[]; next_cursor?: string }> {
  const rows = await db
    .select()
    .from(triples)
    .where(
      and(
        cursor === undefined ? undefined : gt(triples.id, decodeCursor(cursor)),
        subject === undefined ? undefined : eq(triples.subject, subject),
        predicate === undefined ? undefined : eq(triples.predicate, predicate),
        object === undefined ? undefined : eq(triples.object, object),
        source === undefined ? undefined : eq(triples.source, source),
        gte(triples.confidence, min_confidence),
      ),
    )
    .orderBy(asc(triples.id))
    .limit(limit + 1);
  const page = rows.slice(0, limit).map(tripleOf);
  const last = page.at(-1);
  return rows.length > limit && last
    ? { triples: page, next_cursor: encodeCursor(last.id) }
    : { triples: page };
}

/** Everything that is known, in the order of its content. */
export async function allTriples(db: Queries): Promise<Triple[]> {
  const rows = await db
    .select()
    .from(triples)
    .orderBy(
      asc(triples.subject),
      asc(triples.predicate),
      asc(triples.object),
      asc(triples.source),
    );
  return rows.map(tripleOf);
}

function tripleOf({ createdAt, updatedAt, source, ...row }: typeof triples.$inferSelect): Triple {
  return {
    ...row,
    source: source === "" ? null : source,
    created_at: createdAt,
    updated_at: updatedAt,
  };
}
