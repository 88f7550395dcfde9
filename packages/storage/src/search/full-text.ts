import type { Engine, Queries } from "../storage.ts";
import { PostgresFullText } from "./postgres-full-text.ts";
import { SqliteFullText } from "./sqlite-full-text.ts";
import type { TermIndex } from "./term-index.ts";

/** The texts of numbered documents. */
export type FullText = {
  add(db: Queries, document: number, text: string): Promise<void>;
  remove(db: Queries, document: number): Promise<void>;
  terms(db: Queries, facets: readonly string[] | undefined): Promise<TermIndex>;
};

export function createFullText(engine: Engine, name: string): FullText {
  return engine === "sqlite" ? new SqliteFullText(name) : new PostgresFullText(name);
}
