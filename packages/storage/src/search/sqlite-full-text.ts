import { sql } from "drizzle-orm";
import type { Transaction } from "../storage.ts";
import { DocumentList } from "./document-list.ts";
import { indexTerms } from "./searchable-text.ts";
import { SqliteTermIndex } from "./sqlite-term-index.ts";
import { type SqliteTextTables, sqliteTextTables } from "./sqlite-text-tables.ts";
import type { TermIndex } from "./term-index.ts";

/** The tokenizer only has to split at spaces: terms are made before, the same for every engine. */
export function createSqliteFullText(name: string): string {
  return `create virtual table ${name}_text using fts5(body, content='', contentless_delete=1, tokenize='ascii')`;
}

/** Tells where each term occurs. */
export function createSqliteVocabulary(name: string): string {
  return `create virtual table ${name}_vocabulary using fts5vocab(${name}_text, instance)`;
}

/** Full-text search by FTS5; `document` is its row number. */
export class SqliteFullText {
  readonly #tables: SqliteTextTables;
  readonly #list: DocumentList;

  constructor(name: string) {
    this.#tables = sqliteTextTables(name);
    this.#list = new DocumentList(this.#tables, `${name}_changes`);
  }

  async add(tx: Transaction, document: number, text: string): Promise<void> {
    const body = indexTerms(text).join(" ");
    await tx.run(sql`insert into ${this.#tables.text} (rowid, body) values (${document}, ${body})`);
  }

  async remove(tx: Transaction, document: number): Promise<void> {
    await tx.run(sql`delete from ${this.#tables.text} where rowid = ${document}`);
  }

  async terms(tx: Transaction, facets: readonly string[] | undefined): Promise<TermIndex> {
    const { size } = await tx.get<{ size: number | null }>(
      sql`select max(document) as size from ${this.#tables.documents}`,
    );
    return new SqliteTermIndex(tx, this.#tables, this.#list, facets, size ?? 0);
  }
}
