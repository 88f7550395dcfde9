import type { Engine, Queries } from "../storage.ts";
import type { SearchDocument } from "./documents.ts";
import { PostgresFullText } from "./postgres-full-text.ts";
import type { SearchTables } from "./search-tables.ts";
import { SqliteFullText } from "./sqlite-full-text.ts";
import type { TermIndex } from "./term-index.ts";

export type NewDocument = SearchDocument & { digest: string };

/** The texts of numbered documents. */
export type FullText = {
  add(db: Queries, document: number, text: string): Promise<void>;
  /** Where one statement can do all that a new document takes. */
  addDocument?(db: Queries, tables: SearchTables, added: NewDocument): Promise<void>;
  remove(db: Queries, document: number): Promise<void>;
  terms(db: Queries, facets: readonly string[] | undefined): Promise<TermIndex>;
};

export function createFullText(engine: Engine, name: string): FullText {
  return engine === "sqlite" ? new SqliteFullText(name) : new PostgresFullText(name);
}
