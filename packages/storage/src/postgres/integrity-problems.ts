import type { PostgresConnection } from "./postgres-connection.ts";

/** What PostgreSQL itself knows to be wrong: indexes it does not trust, pages whose checksum failed. */
export async function integrityProblems(connection: PostgresConnection): Promise<string[]> {
  const { rows: indexes } = await connection.command(
    `select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = current_schema()::regnamespace and not i.indisvalid
      and not exists (select 1 from pg_stat_progress_create_index p where p.index_relid = i.indexrelid) order by 1`,
  );
  const { rows: pages } = await connection.command(
    `select coalesce(checksum_failures, 0) as failures from pg_stat_database where datname = current_database()`,
  );
  const failures = Number(pages[0]?.["failures"] ?? 0);
  return [
    ...indexes.map(({ name }) => `The index ${String(name)} is not valid. Run REINDEX on it.`),
    ...(failures > 0 ? [`${failures} pages of the database failed their checksum.`] : []),
  ];
}
