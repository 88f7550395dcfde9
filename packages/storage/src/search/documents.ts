import { createHash } from "node:crypto";
import { and, eq, isNotNull, sql } from "drizzle-orm";
import { inOrder } from "../in-order.ts";
import { lastNumber, nextSequence, takeNumbers } from "../sequences.ts";
import type { Queries } from "../storage.ts";
import type { FullText } from "./full-text.ts";
import type { SearchTables } from "./search-tables.ts";

export type SearchDocument = { id: string; facet: string; text: string };

/** Adds a document whose id is new. */
export async function addDocument(
  db: Queries,
  tables: SearchTables,
  fullText: FullText,
  added: SearchDocument,
): Promise<void> {
  if (fullText.addDocument === undefined) await insertDocument(db, tables, fullText, added);
  else await fullText.addDocument(db, tables, { ...added, digest: digestOf(added) });
}

export async function putDocument(
  db: Queries,
  tables: SearchTables,
  fullText: FullText,
  given: SearchDocument,
): Promise<void> {
  const found = await findDocument(db, tables, given.id);
  if (found === undefined) return addDocument(db, tables, fullText, given);
  const { id, facet, text } = given;
  const { documents, changeSequence } = tables;
  const digest = digestOf(given);
  const change = await nextSequence(db, changeSequence);
  await db.run(sql`update ${documents} set facet = ${facet}, digest = ${digest}, change = ${change}
    where id = ${id}`);
  if (found.facet !== null) {
    if (found.digest === digest) return;
    await forgetText(db, tables, fullText, found.document, change);
  }
  await fullText.add(db, found.document, text);
}

async function insertDocument(
  db: Queries,
  { documents, changeSequence, documentSequence }: SearchTables,
  fullText: FullText,
  added: SearchDocument,
): Promise<void> {
  const { id, facet, text } = added;
  const change = await nextSequence(db, changeSequence);
  const document = await nextSequence(db, documentSequence);
  // Plain SQL, here and below, because every write waits for it and the query builder takes ten times as long.
  await db.run(sql`insert into ${documents} (document, id, facet, digest, change)
    values (${document}, ${id}, ${facet}, ${digestOf(added)}, ${change})`);
  await fullText.add(db, document, text);
}

function digestOf({ text }: SearchDocument): string {
  return createHash("sha256").update(text).digest("base64");
}

export async function setFacet(
  db: Queries,
  { documents, changeSequence }: SearchTables,
  id: string,
  facet: string,
): Promise<void> {
  await takeNumbers(db, changeSequence);
  await inOrder(db, (turn) =>
    turn
      .update(documents)
      .set({ facet, change: lastNumber(changeSequence) })
      .where(and(eq(documents.id, id), isNotNull(documents.facet))),
  );
}

export async function removeDocument(
  db: Queries,
  tables: SearchTables,
  fullText: FullText,
  id: string,
): Promise<void> {
  const found = await findDocument(db, tables, id);
  if (found === undefined || found.facet === null) return;
  const { documents, changeSequence } = tables;
  const change = await nextSequence(db, changeSequence);
  await db.update(documents).set({ facet: null, change }).where(eq(documents.id, id));
  await forgetText(db, tables, fullText, found.document, change);
}

async function findDocument(db: Queries, { documents }: SearchTables, id: string) {
  const [found] = await db.all<{ document: number; facet: string | null; digest: string }>(
    sql`select document, facet, digest from ${documents} where id = ${id}`,
  );
  return found;
}

async function forgetText(
  db: Queries,
  { vectors }: SearchTables,
  fullText: FullText,
  document: number,
  change: number,
): Promise<void> {
  await fullText.remove(db, document);
  await db.update(vectors).set({ vector: null, change }).where(eq(vectors.document, document));
}
