import type pg from "pg";

/** Loads the driver on first use: a server on a SQLite file does not pay for it. */
export async function loadPostgres(): Promise<typeof pg> {
  const { default: postgres } = await import("pg");
  return postgres;
}
