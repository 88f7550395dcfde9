import { and, eq, isNotNull, sql } from "drizzle-orm";
import { storageError } from "../storage-error.ts";
import type { Transaction } from "../storage.ts";
import type { SearchTables } from "./search-tables.ts";
import { vectorEncoding, type Vector } from "./vector.ts";

/** Refuses vectors that could not be compared with those that the model already has. */
export async function checkVectors(
  tx: Transaction,
  { vectors }: SearchTables,
  model: string,
  added: readonly Vector[],
): Promise<void> {
  const [stored] = await tx
    .select({ encoding: vectors.encoding, bytes: sql<number>`length(${vectors.vector})` })
    .from(vectors)
    .where(and(eq(vectors.model, model), isNotNull(vectors.vector)))
    .limit(1);
  const [first] = added;
  if (first === undefined) return;
  const encoding = stored?.encoding ?? vectorEncoding(first);
  const bytes = stored?.bytes ?? first.byteLength;
  for (const vector of added) {
    if (vectorEncoding(vector) !== encoding || vector.byteLength !== bytes || bytes === 0) {
      throw storageError(
        "E-STORAGE-MISUSE",
        `A vector of ${vector.length} dimensions (${vectorEncoding(vector)}) does not fit the others of ${model} (${bytes} bytes, ${encoding}).`,
      );
    }
    if (!vector.every(Number.isFinite)) {
      throw storageError(
        "E-STORAGE-MISUSE",
        `A vector of ${model} holds a value that is not finite.`,
      );
    }
  }
}
