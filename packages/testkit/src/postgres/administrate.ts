import pg from "pg";

/** Runs statements in a PostgreSQL as whoever may do everything. */
export async function administrate(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
