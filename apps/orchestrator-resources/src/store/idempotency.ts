import { createHash } from "node:crypto";
import { CodedError } from "@faculties/errors";
import { and, asc, column, defineTable, eq, gt, lte, type Transaction } from "@faculties/storage";
import type { Database, Outbox } from "./database.ts";

const idempotencyKeys = defineTable("idempotency_keys", {
  key: column.text().primaryKey(),
  tool: column.text().notNull(),
  fingerprint: column.text().notNull(),
  result: column.json<Record<string, unknown>>(),
  expiresAt: column.integer().notNull(),
});

export type OnceRequest = {
  tool: string;
  key: string | undefined;
  /** The arguments without the key. */
  payload: Record<string, unknown>;
  ttlMs: number;
};

/**
 * Runs `body` unless a request with the same key was answered before, whose answer it then gives again. The
 * key, the work and the answer are one transaction: of concurrent duplicates one does the work, also when they
 * come to different processes.
 */
export async function runOnce<Result extends Record<string, unknown>>(
  tx: Transaction,
  now: number,
  { tool, key, payload, ttlMs }: OnceRequest,
  body: () => Promise<Result>,
): Promise<Result & { idempotent?: boolean }> {
  if (key === undefined) return body();
  await tx
    .delete(idempotencyKeys)
    .where(and(eq(idempotencyKeys.key, key), lte(idempotencyKeys.expiresAt, now)));
  const fingerprint = fingerprintOf(tool, payload);
  const [claimed] = await tx
    .insert(idempotencyKeys)
    .values({ key, tool, fingerprint, result: null, expiresAt: now + ttlMs })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key });
  if (claimed) {
    const result = await body();
    await tx.update(idempotencyKeys).set({ result }).where(eq(idempotencyKeys.key, key));
    return { ...result, idempotent: false };
  }
  const known = await findAnswer<Result>(tx, { tool, key, payload, ttlMs }, now);
  if (known) return known;
  throw new Error(`The idempotency key ${key} is taken, but has no answer.`);
}

/** Forgets answers that are past their time. */
export async function forgetAnswers(tx: Transaction, now: number): Promise<void> {
  await tx.delete(idempotencyKeys).where(lte(idempotencyKeys.expiresAt, now));
}

/** Whether `forgetAnswers` would do anything. */
export async function hasOldAnswers(tx: Transaction, now: number): Promise<boolean> {
  const [old] = await tx
    .select({ key: idempotencyKeys.key })
    .from(idempotencyKeys)
    .where(lte(idempotencyKeys.expiresAt, now))
    .orderBy(asc(idempotencyKeys.expiresAt))
    .limit(1);
  return old !== undefined;
}

/** The answer to an earlier request with the same key; undefined when there was none. */
export async function findAnswer<Result extends Record<string, unknown>>(
  tx: Transaction,
  { tool, key, payload }: OnceRequest,
  now: number,
): Promise<(Result & { idempotent: boolean }) | undefined> {
  if (key === undefined) return undefined;
  const [known] = await tx
    .select()
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.key, key), gt(idempotencyKeys.expiresAt, now)));
  if (!known?.result) return undefined;
  if (known.fingerprint === fingerprintOf(tool, payload))
    return { ...(known.result as Result), idempotent: true };
  throw new CodedError(
    "E-IDEMPOTENCY-MISMATCH",
    `The key "${key}" was used for another ${known.tool} call. Use a new key for other arguments.`,
    { details: { key, tool: known.tool } },
  );
}

function fingerprintOf(tool: string, payload: unknown): string {
  return createHash("sha256")
    .update(JSON.stringify([tool, payload], sortKeys))
    .digest("hex");
}

function sortKeys(_: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1)),
  );
}

/** Does what `runOnce` does in a write of its own, which contends for the key and for what is named. */
export function writeOnce<Result extends Record<string, unknown>>(
  database: Database,
  request: OnceRequest,
  locks: readonly string[],
  body: (tx: Transaction, outbox: Outbox) => Promise<Result>,
): Promise<Result & { idempotent?: boolean }> {
  const answer = request.key === undefined ? [] : [`answer ${request.key}`];
  return database.write((tx, outbox) => runOnce(tx, outbox.now, request, () => body(tx, outbox)), {
    locks: [...locks, ...answer],
  });
}
