import { sql } from "drizzle-orm";

export type SqliteTextTables = ReturnType<typeof sqliteTextTables>;

/** The tables of FTS5 and what it is about. */
export function sqliteTextTables(name: string) {
  const table = (suffix: string) => sql`${sql.identifier(`${name}_${suffix}`)}`;
  return {
    text: table("text"),
    figures: table("text_data"),
    sizes: table("text_docsize"),
    vocabulary: table("vocabulary"),
    documents: table("documents"),
  };
}
