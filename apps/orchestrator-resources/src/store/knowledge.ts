import type {
  KgInsertInput,
  KgInsertOutput,
} from "@faculties/schemas/orchestrator-resources/kg-insert";
import type { KgQueryInput } from "@faculties/schemas/orchestrator-resources/kg-query";
import type { Triple } from "@faculties/schemas/orchestrator-resources/triple";
import {
  and,
  asc,
  column,
  defineTable,
  eq,
  gt,
  gte,
  lastSequence,
  nextSequence,
  PreparedInsert,
  sql,
  type Transaction,
} from "@faculties/storage";
import { decodeCursor, encodeCursor } from "../domain/cursor.ts";

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

type Row = typeof triples.$inferSelect;
type Fact = KgInsertInput["triples"][number];

/** Remembers facts; one that is known is updated. */
export async function insertTriples(
  tx: Transaction,
  now: number,
  facts: readonly Fact[],
  newId: () => string,
): Promise<KgInsertOutput> {
  const rows = facts.map(({ source = "", ...fact }): Row => {
    return { ...fact, id: newId(), source, createdAt: now, updatedAt: now };
  });
  // Of one that is named twice the last counts: a statement cannot write it twice.
  const named = new Map(rows.map((row) => [contentOf(row), row]));
  const returned = await saving.runReturning<Saved>(tx, [...named.values()]);
  const saved = returned.map(([id, createdAt, ...content]): Row => {
    const row = named.get(JSON.stringify(content)) as Row;
    return { ...row, id, createdAt };
  });
  const known = new Map(saved.map((row) => [contentOf(row), row]));
  const inserted = saved.filter((row) => named.get(contentOf(row))?.id === row.id).length;
  return {
    inserted,
    updated: facts.length - inserted,
    total: await addToTotal(tx, inserted),
    triples: rows.map((row) => tripleOf(known.get(contentOf(row)) as Row)),
  };
}

type Saved = [id: string, createdAt: number, ...content: string[]];

const saving = new PreparedInsert<Row>(
  (tx, rows) =>
    tx
      .insert(triples)
      .values(rows)
      .onConflictDoUpdate({
        target: [triples.subject, triples.predicate, triples.object, triples.source],
        set: { confidence: sql`excluded.confidence`, updatedAt: sql`excluded.updated_at` },
      })
      .returning({
        id: triples.id,
        createdAt: triples.createdAt,
        subject: triples.subject,
        predicate: triples.predicate,
        object: triples.object,
        source: triples.source,
      }),
  ({ id, subject, predicate, object, source, confidence, createdAt, updatedAt }) => [
    id,
    subject,
    predicate,
    object,
    source,
    confidence,
    createdAt,
    updatedAt,
  ],
);

const TOTAL = "facts";

/** How many there are now: counted once and then kept, because to count them is to read them all. */
async function addToTotal(tx: Transaction, inserted: number): Promise<number> {
  const isKept = (await lastSequence(tx, TOTAL)) > 0;
  const added = isKept ? inserted : await tx.$count(triples);
  return (await nextSequence(tx, TOTAL, added)) + added - 1;
}

function contentOf({ subject, predicate, object, source }: Row): string {
  return JSON.stringify([subject, predicate, object, source]);
}

/** Facts in the order of their ids. */
export async function queryTriples(
  tx: Transaction,
  { subject, predicate, object, source, min_confidence, limit, cursor }: KgQueryInput,
): Promise<{ triples: Triple[]; next_cursor?: string }> {
  const rows = await tx
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
export async function allTriples(tx: Transaction): Promise<Triple[]> {
  const rows = await tx
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
