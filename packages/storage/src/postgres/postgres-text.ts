import { createHash } from "node:crypto";

export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** The number by which PostgreSQL knows an advisory lock. */
export function lockKey(name: string): bigint {
  return createHash("sha256").update(`faculties ${name}`).digest().readBigInt64BE();
}

/** The address for the driver, whose own reading of sslmode differs from libpq's and warns about it on stderr. */
export function connectionString(url: string): string {
  const parsed = new URL(url);
  if (parsed.searchParams.has("sslmode")) parsed.searchParams.set("uselibpqcompat", "true");
  return parsed.href;
}
