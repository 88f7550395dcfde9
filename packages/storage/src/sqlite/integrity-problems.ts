import type { SqliteConnection } from "./sqlite-connection.ts";

type ForeignKeyRow = { table: string; parent: string };

export function integrityProblems({ database }: SqliteConnection): string[] {
  try {
    const damage = database.prepare("pragma integrity_check").pluck().all().map(String);
    const orphans = database.prepare<[], ForeignKeyRow>("pragma foreign_key_check").all();
    return [
      ...damage.filter((line) => line !== "ok"),
      ...orphans.map(
        ({ table, parent }) => `A row of ${table} refers to a missing row of ${parent}.`,
      ),
    ];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}
