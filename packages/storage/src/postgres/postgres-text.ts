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
