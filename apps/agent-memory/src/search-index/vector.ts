import {
  advanceSequence,
  and,
  appendAtCommit,
  eq,
  inArray,
  isNotNull,
  sequenceValue,
  sql,
  storageError,
  type Transaction,
} from "@faculties/storage";
import type { SearchTables } from "./search-tables.ts";

/** A Float32Array is kept exactly; an Int8Array takes a quarter of the memory. Only the direction counts. */
export type Vector = Float32Array | Int8Array;

export type VectorEncoding = "float32" | "int8";

export function vectorEncoding(vector: Vector): VectorEncoding {
  return vector instanceof Int8Array ? "int8" : "float32";
}

/** The vector of small integers whose direction is nearest to that of the given one. */
export function quantizeVector(vector: Float32Array): Int8Array {
  let largest = 0;
  for (const value of vector) largest = Math.max(largest, Math.abs(value));
  const scale = largest === 0 ? 0 : 127 / largest;
  return Int8Array.from(vector, (value) => Math.round(value * scale));
}

/** One divided by the length, or 0 for a vector that has no direction. */
export function inverseLength(vector: Vector): number {
  let sum = 0;
  for (let index = 0; index < vector.length; index += 1) {
    const value = vector[index] ?? 0;
    sum += value * value;
  }
  return sum === 0 ? 0 : 1 / Math.sqrt(sum);
}

export type VectorEntry = { id: string; vector: Vector };

const ROWS_PER_STATEMENT = 500;

export async function putVectors(
  tx: Transaction,
  tables: SearchTables,
  model: string,
  entries: readonly VectorEntry[],
): Promise<void> {
  const byId = new Map(entries.map(({ id, vector }) => [id, vector]));
  await checkVectors(tx, tables, model, [...byId.values()]);
  const ids = [...byId.keys()];
  for (let start = 0; start < ids.length; start += ROWS_PER_STATEMENT) {
    await putSome(tx, tables, model, byId, ids.slice(start, start + ROWS_PER_STATEMENT));
  }
}

async function putSome(
  tx: Transaction,
  { documents, vectors, changeSequence }: SearchTables,
  model: string,
  byId: Map<string, Vector>,
  ids: string[],
): Promise<void> {
  const present = await tx
    .select({ id: documents.id, document: documents.document })
    .from(documents)
    .where(and(inArray(documents.id, ids), isNotNull(documents.facet)));
  if (present.length === 0) return;
  const rows = present.flatMap(({ id, document }, index) => {
    const vector = byId.get(id);
    if (vector === undefined) return [];
    const bytes = Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
    const encoding = vectorEncoding(vector);
    // Each has a number of its own, because readers follow them in pages.
    const change = sequenceValue(changeSequence, { minus: index });
    return [{ model, document, encoding, vector: bytes, change }];
  });
  await advanceSequence(tx, changeSequence, present.length);
  await appendAtCommit(tx, (turn) =>
    turn
      .insert(vectors)
      .values(rows)
      .onConflictDoUpdate({
        target: [vectors.document, vectors.model],
        set: {
          encoding: sql`excluded.encoding`,
          vector: sql`excluded.vector`,
          change: sql`excluded.change`,
        },
      }),
  );
}

/** Refuses vectors that could not be compared with those that the model already has. */
async function checkVectors(
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
