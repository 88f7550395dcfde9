import { sql, type TableCopy } from "@faculties/storage";

/**
 * How the full text of a search index moves from SQLite to PostgreSQL. FTS5 tells which terms each document has, and how
 * often; PostgreSQL keeps them in a row per document, together with the frequency of each term.
 */
export function copiedFullText(name: string): TableCopy {
  const table = `${name}_text`;
  const terms = `${table}_copied`;
  const ordered = (what: string, condition: string) =>
    `(select group_concat(${what}, ' ') from (select * from temp.${terms} where doc = d.document and ${condition} order by term))`;
  return {
    table,
    instead: [`${name}_lengths`, `${name}_totals`],
    prepare: [
      `create virtual table temp.${table}_vocabulary using fts5vocab(main, ${table}, instance)`,
      `create table temp.${terms} as
        select doc, term, count(*) as times from temp.${table}_vocabulary group by doc, term`,
      `create index temp.${terms}_by_document on ${terms} (doc, term)`,
    ],
    count: `select count(*) from ${name}_lengths`,
    select: `select d.document, d.document, coalesce(${ordered("term", "true")}, ''),
      ${ordered("term || '=' || times", "times > 1")}, d.length
      from ${name}_lengths d where d.document > ? order by d.document`,
    columns: [{ name: "document" }, termsColumn, repeatedColumn, { name: "length" }],
    figures: `select documents, terms from ${name}_totals`,
    finish: ([documents, count]) => [
      sql`insert into ${sql.identifier(`${name}_terms`)} (term, documents)
        select term, count(*) from ${sql.identifier(table)}, unnest(tsvector_to_array(terms)) term group by term`,
      sql`update ${sql.identifier(`${name}_totals`)} set documents = ${documents}, terms = ${count}`,
    ],
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
