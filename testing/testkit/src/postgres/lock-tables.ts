/** Keeps everybody else from tables, as long work on them does, until it is disposed of. */
export async function lockTables(url: string, tables: readonly string[]): Promise<AsyncDisposable> {
  const { default: pg } = await import("pg");
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`begin; lock table ${tables.join(", ")} in access exclusive mode`);
  return { [Symbol.asyncDispose]: () => client.end() };
}
