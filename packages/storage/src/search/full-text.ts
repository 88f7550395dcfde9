import type { Engine, Transaction } from "../storage.ts";
import type { SearchDocument } from "./documents.ts";
import { PostgresFullText } from "./postgres-full-text.ts";
import type { SearchTables } from "./search-tables.ts";
import { SqliteFullText } from "./sqlite-full-text.ts";
import type { TermIndex } from "./term-index.ts";

export type NewDocument = SearchDocument & { digest: string };

/** The texts of numbered documents. */
export type FullText = {
  add(tx: Transaction, document: number, text: string): Promise<void>;
  /** Where one statement can do all that a new document takes. */
  addDocument?(tx: Transaction, tables: SearchTables, added: NewDocument): Promise<void>;
  remove(tx: Transaction, document: number): Promise<void>;
  terms(tx: Transaction, facets: readonly string[] | undefined): Promise<TermIndex>;
};

export function createFullText(engine: Engine, name: string): FullText {
  return engine === "sqlite" ? new SqliteFullText(name) : new PostgresFullText(name);
}
