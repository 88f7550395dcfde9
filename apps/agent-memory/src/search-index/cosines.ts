import { sql, type Storage } from "@faculties/storage";
import type { SearchTables } from "./search-tables.ts";
import { inverseLength, type Vector, type VectorEncoding } from "./vector.ts";

type Wanted = { model: string; vector: Float32Array; ids: readonly string[] };
type Row = [id: string, encoding: VectorEncoding, vector: Uint8Array];

/** How near a few documents are to a query. Their vectors are read from the database, so that any of them can be asked for. */
export async function cosines(
  storage: Storage,
  { documents, vectors }: SearchTables,
  { model, vector, ids }: Wanted,
): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await storage.query((tx) =>
    tx.values<Row>(sql`
      select d.id, v.encoding, v.vector from ${documents} d
      join ${vectors} v on v.document = d.document and v.model = ${model}
      where d.id in ${[...ids]} and v.vector is not null`),
  );
  const scale = inverseLength(vector);
  return new Map(
    rows.map(([id, encoding, bytes]) => {
      const values = numbersOf(encoding, bytes);
      let sum = 0;
      for (let at = 0; at < vector.length; at += 1) sum += vector[at]! * (values[at] ?? 0);
      return [id, sum * scale * inverseLength(values)];
    }),
  );
}

function numbersOf(encoding: VectorEncoding, bytes: Uint8Array): Vector {
  if (encoding === "int8") return new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return new Float32Array(bytes.slice().buffer);
}
