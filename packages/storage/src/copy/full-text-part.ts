import type Sqlite from "better-sqlite3";
import { sql, type SQL } from "drizzle-orm";
import { variableIntegers } from "../search/variable-integers.ts";
import { plainColumn, type CopiedPart } from "./copied-part.ts";

/** The texts of a search index: FTS5 tells which terms each document has, and how often. */
export function fullTextPart(database: Sqlite.Database, table: string): CopiedPart {
  const terms = `temp.${table}_copied`;
  database.exec(`
    create virtual table temp.${table}_vocabulary using fts5vocab(main, ${table}, instance);
    create table ${terms} as select doc, term, count(*) as times from temp.${table}_vocabulary group by doc, term;
    create index ${terms}_by_document on ${table}_copied (doc, term)`);
  const ordered = (what: string, condition: string) =>
    `(select group_concat(${what}, ' ') from (select * from ${terms} where doc = d.id and ${condition} order by term))`;
  return {
    name: table,
    rows: database.prepare<[], number>(`select count(*) from ${table}_docsize`).pluck().get() ?? 0,
    columns: [plainColumn("document"), termsColumn, repeatedColumn, plainColumn("length")],
    select: `select d.id, d.id, coalesce(${ordered("term", "true")}, ''),
      ${ordered("term || '=' || times", "times > 1")},
      (select coalesce(sum(times), 0) from ${terms} where doc = d.id)
      from ${table}_docsize d where d.id > ? order by d.id`,
  };
}

const termsColumn = {
  name: "terms",
  write: (value: unknown) => sql`array_to_tsvector(string_to_array(${value}, ' '))`,
  read: sql`array_to_string(array(
    select term from unnest(tsvector_to_array(terms)) term order by term collate "C"), ' ')`,
};

const repeatedColumn = {
  name: "repeated",
  write: (value: unknown) => sql`(
    select jsonb_object_agg(split_part(pair, '=', 1), split_part(pair, '=', 2)::bigint)
    from unnest(string_to_array(${value}, ' ')) pair)`,
  read: sql`(select string_agg(key || '=' || value, ' ' order by key collate "C") from jsonb_each_text(repeated))`,
};

/** What PostgreSQL keeps beside the texts: the frequency of each term, and what was ever added. */
export function fullTextFigures(database: Sqlite.Database, table: string): SQL[] {
  const index = table.replace(/_text$/, "");
  const block = database.prepare(`select block from ${table}_data where id = 1`).pluck().get();
  const [documents = 0, terms = 0] = variableIntegers(block as Uint8Array | undefined);
  return [
    sql`insert into ${sql.identifier(`${index}_terms`)} (term, documents)
      select term, count(*) from ${sql.identifier(table)}, unnest(tsvector_to_array(terms)) term group by term`,
    sql`update ${sql.identifier(`${index}_totals`)} set documents = ${documents}, terms = ${terms}`,
  ];
}
