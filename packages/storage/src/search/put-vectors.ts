import { and, inArray, isNotNull, sql } from "drizzle-orm";
import { appendAtCommit } from "../append-at-commit.ts";
import { sequenceValue, advanceSequence } from "../sequences.ts";
import type { Transaction } from "../storage.ts";
import { checkVectors } from "./check-vectors.ts";
import type { SearchTables } from "./search-tables.ts";
import { vectorEncoding, type Vector } from "./vector.ts";

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
