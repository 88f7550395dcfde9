import { column, defineTable, type Engine, type Migration } from "@faculties/storage";
import { copiedFullText } from "./copy-full-text.ts";
import { createPostgresFullText } from "./postgres-full-text.ts";
import {
  createSqliteFullText,
  createSqliteTerms,
  createSqliteTotals,
  createSqliteVocabulary,
} from "./sqlite-full-text.ts";

export type SearchTables = ReturnType<typeof searchTables>;

/**
 * Every row carries the number of its last change, so that in-memory copies can follow the changes of other processes.
 * A removed row stays: a document without a facet, a vector without values.
 */
export function searchTables(name: string) {
  checkName(name);
  return {
    changeSequence: `${name}_changes`,
    documentSequence: `${name}_documents`,
    documents: defineTable(`${name}_documents`, {
      document: column.integer().primaryKey(),
      id: column.text().notNull(),
      facet: column.text(),
      digest: column.text().notNull(),
      change: column.integer().notNull(),
    }),
    vectors: defineTable(`${name}_vectors`, {
      model: column.text().notNull(),
      document: column.integer().notNull(),
      encoding: column.text().notNull(),
      vector: column.blob(),
      change: column.integer().notNull(),
    }),
  };
}

/** Creates the tables of the search index with this name. Its position among the migrations must not change. */
export function searchIndexMigration(name: string): Migration {
  checkName(name);
  return { name: `search_index_${name}`, statements: (engine) => statements(engine, name) };
}

/** Creates the vocabulary table, a later addition: it comes after `searchIndexMigration`. */
export function searchVocabularyMigration(name: string): Migration {
  checkName(name);
  return {
    name: `search_vocabulary_${name}`,
    statements: (engine) => (engine === "sqlite" ? [createSqliteVocabulary(name)] : []),
  };
}

/** PostgreSQL has had its totals from the beginning; those of SQLite come after `searchVocabularyMigration`. */
export function searchTotalsMigration(name: string): Migration {
  checkName(name);
  return {
    name: `search_totals_${name}`,
    statements: (engine) => (engine === "sqlite" ? createSqliteTotals(name) : []),
    copy: copiedFullText(name),
  };
}

/** The list of terms, with which words that nobody wrote are compared; PostgreSQL has had it from the beginning. */
export function searchTermsMigration(name: string): Migration {
  checkName(name);
  return {
    name: `search_terms_${name}`,
    statements: (engine) => (engine === "sqlite" ? [createSqliteTerms(name)] : []),
  };
}

/** Finds documents whose terms an earlier version made without a look at all others. */
export function searchOutdatedMigration(name: string): Migration {
  checkName(name);
  return {
    name: `search_outdated_${name}`,
    statements: [
      `create index ${name}_documents_outdated on ${name}_documents (document) where facet is not null and digest not like '2:%'`,
    ],
  };
}

function statements(engine: Engine, name: string): string[] {
  const [document, bytes, fullText] =
    engine === "sqlite"
      ? // Only under this type the number is SQLite's own row number.
        ["integer", "blob", [createSqliteFullText(name)]]
      : ["bigint", "bytea", createPostgresFullText(name)];
  return [
    `create table ${name}_documents (document ${document} not null primary key, id text not null unique,
      facet text, digest text not null, change bigint not null)`,
    `create index ${name}_documents_change on ${name}_documents (change)`,
    `create table ${name}_vectors (model text not null, document ${document} not null, encoding text not null,
      vector ${bytes}, change bigint not null, primary key (document, model))`,
    `create index ${name}_vectors_change on ${name}_vectors (model, change)`,
    `create index ${name}_vectors_present on ${name}_vectors (model, document) where vector is not null`,
    ...fullText,
  ];
}

function checkName(name: string): void {
  if (/^[a-z][a-z0-9_]*$/.test(name)) return;
  throw new TypeError(`A search index cannot be named ${JSON.stringify(name)}.`);
}
