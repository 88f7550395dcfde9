import { createHash } from "node:crypto";
import {
  advanceSequence,
  and,
  appendAtCommit,
  eq,
  isNotNull,
  nextSequence,
  sequenceValue,
  sql,
  type Transaction,
} from "@faculties/storage";
import type { SearchTables } from "./search-tables.ts";
import { prepareTerms, type SearchedText, TERMS_VERSION } from "./searchable-text.ts";
import type { TermIndex } from "./term-index.ts";

export type SearchDocument = SearchedText & { id: string; facet: string };
export type NewDocument = SearchDocument & { digest: string };

/** The texts of numbered documents. */
export type FullText = {
  add(tx: Transaction, document: number, text: SearchedText): Promise<void>;
  /** Where one statement can do all that a new document takes. */
  addDocument?(tx: Transaction, tables: SearchTables, added: NewDocument): Promise<void>;
  remove(tx: Transaction, document: number): Promise<void>;
  terms(tx: Transaction, facets: readonly string[] | undefined): Promise<TermIndex>;
};

/** Adds a document whose id is new. */
export async function addDocument(
  tx: Transaction,
  tables: SearchTables,
  fullText: FullText,
  added: SearchDocument,
): Promise<void> {
  await prepareTerms(added);
  if (fullText.addDocument === undefined) await insertDocument(tx, tables, fullText, added);
  else await fullText.addDocument(tx, tables, { ...added, digest: digestOf(added) });
}

export async function putDocument(
  tx: Transaction,
  tables: SearchTables,
  fullText: FullText,
  given: SearchDocument,
): Promise<void> {
  const found = await findDocument(tx, tables, given.id);
  if (found === undefined) return addDocument(tx, tables, fullText, given);
  await prepareTerms(given);
  const { id, facet } = given;
  const { documents, changeSequence } = tables;
  const digest = digestOf(given);
  const change = await nextSequence(tx, changeSequence);
  await tx.run(sql`update ${documents} set facet = ${facet}, digest = ${digest}, change = ${change}
    where id = ${id}`);
  if (found.facet !== null) {
    if (found.digest === digest) return;
    await fullText.remove(tx, found.document);
    if (textDigest(found.digest) !== textDigest(digest))
      await forgetVectors(tx, tables, found.document, change);
  }
  await fullText.add(tx, found.document, given);
}

async function insertDocument(
  tx: Transaction,
  { documents, changeSequence, documentSequence }: SearchTables,
  fullText: FullText,
  added: SearchDocument,
): Promise<void> {
  const { id, facet } = added;
  const change = await nextSequence(tx, changeSequence);
  const document = await nextSequence(tx, documentSequence);
  // Plain SQL, here and below, because every write waits for it and the query builder takes ten times as long.
  await tx.run(sql`insert into ${documents} (document, id, facet, digest, change)
    values (${document}, ${id}, ${facet}, ${digestOf(added)}, ${change})`);
  await fullText.add(tx, document, added);
}

/** Texts that were indexed before have a digest without a version; `searchOutdatedMigration` looks for them. */
const DIGEST_PREFIX = `${TERMS_VERSION}:`;

function digestOf({ title, text }: SearchDocument): string {
  const whole = title === undefined ? text : `${title}\n${text}`;
  return DIGEST_PREFIX + createHash("sha256").update(whole).digest("base64");
}

/** The same for the same text, whatever terms it was given. */
function textDigest(digest: string): string {
  return digest.slice(digest.indexOf(":") + 1);
}

export async function setFacet(
  tx: Transaction,
  { documents, changeSequence }: SearchTables,
  id: string,
  facet: string,
): Promise<void> {
  await advanceSequence(tx, changeSequence);
  await appendAtCommit(tx, (turn) =>
    turn
      .update(documents)
      .set({ facet, change: sequenceValue(changeSequence) })
      .where(and(eq(documents.id, id), isNotNull(documents.facet))),
  );
}

export async function removeDocument(
  tx: Transaction,
  tables: SearchTables,
  fullText: FullText,
  id: string,
): Promise<void> {
  const found = await findDocument(tx, tables, id);
  if (found === undefined || found.facet === null) return;
  const { documents, changeSequence } = tables;
  const change = await nextSequence(tx, changeSequence);
  await tx.update(documents).set({ facet: null, change }).where(eq(documents.id, id));
  await fullText.remove(tx, found.document);
  await forgetVectors(tx, tables, found.document, change);
}

async function findDocument(tx: Transaction, { documents }: SearchTables, id: string) {
  const [found] = await tx.all<{ document: number; facet: string | null; digest: string }>(
    sql`select document, facet, digest from ${documents} where id = ${id}`,
  );
  return found;
}

async function forgetVectors(
  tx: Transaction,
  { vectors }: SearchTables,
  document: number,
  change: number,
): Promise<void> {
  await tx.update(vectors).set({ vector: null, change }).where(eq(vectors.document, document));
}
