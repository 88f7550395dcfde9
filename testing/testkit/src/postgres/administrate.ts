/** Runs statements in a PostgreSQL as the superuser; the rows are those of the last one. */
export async function administrate(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const { default: pg } = await import("pg");
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const answers = [await client.query(sql)].flat();
    return answers.at(-1)?.rows ?? [];
  } finally {
    await client.end();
  }
}
