import type { StigSnapshotInput } from "@faculties/schemas/orchestrator-resources/stig-snapshot";
import {
  and,
  column,
  defineTable,
  eq,
  lt,
  type Transaction,
  sql,
  PreparedInsert,
} from "@faculties/storage";
import { decayed, NEGLIGIBLE } from "../domain/decay.ts";

const marks = defineTable("stigmergy_marks", {
  nodeId: column.text().notNull(),
  type: column.text().notNull(),
  intensity: column.real().notNull(),
  updatedAt: column.integer().notNull(),
});

type Fading = { now: number; halfLifeMs: number };
export type Mark = { node_id: string; type: string; intensity: number; updated_at: number };

/** Adds to what is left of a mark. */
export async function addMark(
  tx: Transaction,
  now: number,
  { nodeId, type, intensity }: { nodeId: string; type: string; intensity: number },
  halfLifeMs: number,
): Promise<Mark & { node_total: number }> {
  const fading = { now, halfLifeMs };
  const [before] = await currentMarks(tx, { node_id: nodeId, type }, fading);
  const row = { nodeId, type, intensity: (before?.intensity ?? 0) + intensity, updatedAt: now };
  await tx
    .insert(marks)
    .values(row)
    .onConflictDoUpdate({
      target: [marks.nodeId, marks.type],
      set: { intensity: row.intensity, updatedAt: now },
    });
  const all = await currentMarks(tx, { node_id: nodeId }, fading);
  const node_total = all.reduce((sum, mark) => sum + mark.intensity, 0);
  return { node_id: nodeId, type, intensity: row.intensity, updated_at: now, node_total };
}

/** Writes down what is left of every mark, and removes those that are negligible. */
export async function decayMarks(tx: Transaction, now: number, halfLifeMs: number) {
  const current = await currentMarks(tx, {}, { now, halfLifeMs });
  const written = current.map((mark) => ({ ...mark, updated_at: now }));
  await saving.run(tx, written);
  await tx.delete(marks).where(lt(marks.intensity, NEGLIGIBLE));
  const changed = written.filter(({ intensity }) => intensity >= NEGLIGIBLE);
  return { changed: changed.toSorted(strongestFirst), removed: written.length - changed.length };
}

const saving = new PreparedInsert<Mark>(
  (tx, rows) =>
    tx
      .insert(marks)
      .values(
        rows.map(({ node_id: nodeId, type, intensity, updated_at: updatedAt }) => ({
          nodeId,
          type,
          intensity,
          updatedAt,
        })),
      )
      .onConflictDoUpdate({
        target: [marks.nodeId, marks.type],
        set: { intensity: sql`excluded.intensity`, updatedAt: sql`excluded.updated_at` },
      }),
  ({ node_id, type, intensity, updated_at }) => [node_id, type, intensity, updated_at],
);

export async function listMarks(
  tx: Transaction,
  { limit, ...filter }: StigSnapshotInput,
  fading: Fading,
): Promise<{ points: Mark[]; totals: { node_id: string; intensity: number }[] }> {
  const current = (await currentMarks(tx, filter, fading)).filter(
    ({ intensity }) => intensity >= NEGLIGIBLE,
  );
  const points = current.toSorted(strongestFirst).slice(0, limit);
  const totals = new Map<string, number>();
  for (const { node_id, intensity } of current)
    totals.set(node_id, (totals.get(node_id) ?? 0) + intensity);
  return {
    points,
    totals: [...totals]
      .map(([node_id, intensity]) => ({ node_id, intensity }))
      .toSorted(
        (left, right) =>
          right.intensity - left.intensity || (left.node_id < right.node_id ? -1 : 1),
      )
      .slice(0, limit),
  };
}

/** How strongly each node is marked at the moment. */
export async function intensities(tx: Transaction, fading: Fading): Promise<Map<string, number>> {
  const totals = new Map<string, number>();
  for (const { node_id, intensity } of await currentMarks(tx, {}, fading))
    totals.set(node_id, (totals.get(node_id) ?? 0) + intensity);
  return totals;
}

async function currentMarks(
  tx: Transaction,
  { node_id: nodeId, type }: Partial<Pick<StigSnapshotInput, "node_id" | "type">>,
  { now, halfLifeMs }: Fading,
): Promise<Mark[]> {
  const rows = await tx
    .select()
    .from(marks)
    .where(
      and(
        nodeId === undefined ? undefined : eq(marks.nodeId, nodeId),
        type === undefined ? undefined : eq(marks.type, type),
      ),
    );
  return rows.map((row) => ({
    node_id: row.nodeId,
    type: row.type,
    intensity: decayed(row.intensity, now - row.updatedAt, halfLifeMs),
    updated_at: row.updatedAt,
  }));
}

function strongestFirst(left: Mark, right: Mark): number {
  if (left.intensity !== right.intensity) return right.intensity - left.intensity;
  return `${left.node_id} ${left.type}` < `${right.node_id} ${right.type}` ? -1 : 1;
}
