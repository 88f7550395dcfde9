import type {
  BlackboardEntrySnapshot,
  BlackboardEvent,
} from "@faculties/schemas/orchestrator-resources";
import { and, asc, eq, gt, lte, max, nextSequence, type Queries } from "@faculties/storage";
import { groupBy } from "../domain/group-by.ts";
import { blackboardUri } from "../domain/resource-uri.ts";
import { blackboardEvents } from "./blackboard-tables.ts";
import { BulkInsert } from "./bulk-insert.ts";
import { countToStream, markDropped } from "./event-log.ts";
import type { Unit } from "./ledger.ts";
import { streams } from "./registry-tables.ts";
import type { SeqPage } from "./seq-page.ts";

export type BlackboardChange = {
  kind: BlackboardEvent["kind"];
  namespace: string;
  entry: BlackboardEntrySnapshot;
};

/** Characters of an entry that its history keeps whole. */
const LARGEST_ENTRY = 16 * 1024;

const streamOf = (namespace: string) => `blackboard:${namespace}`;

const insertion = new BulkInsert<typeof blackboardEvents.$inferSelect>(
  (db, rows) => db.insert(blackboardEvents).values(rows),
  ({ seq, ts, kind, namespace, key, version, entry }) => [
    seq,
    ts,
    kind,
    namespace,
    key,
    version,
    entry === null ? null : JSON.stringify(entry),
  ],
);

/** Numbers and stores changes, and drops the oldest of each namespace over the limit. */
export async function recordBlackboardChanges(
  unit: Unit,
  changes: readonly BlackboardChange[],
  keep: number,
): Promise<void> {
  const { db, now } = unit;
  const first = await nextSequence(db, "blackboard", changes.length);
  const rows = changes.map(({ kind, namespace, entry }, index) => ({
    seq: first + index,
    ts: now,
    kind,
    namespace,
    key: entry.key,
    version: entry.version,
    // History keeps thousands of changes: of a large value only that it changed.
    entry: JSON.stringify(entry).length > LARGEST_ENTRY ? null : entry,
  }));
  await insertion.run(db, rows);
  for (const [namespace, group] of groupBy(rows, (row) => row.namespace)) {
    const lastSeq = group.at(-1)?.seq as number;
    unit.touch({
      uri: blackboardUri(namespace),
      kind: "blackboard_namespace",
      metadata: { namespace, last_seq: lastSeq },
    });
    await retain(db, namespace, { added: group.length, lastSeq, keep });
  }
}

/** A page of changes after a sequence number; of one namespace, one key, or all. */
export async function pageOfBlackboardEvents(
  db: Queries,
  filter: { namespace?: string | undefined; key?: string | undefined },
  { fromSeq, limit }: { fromSeq: number; limit: number },
): Promise<SeqPage<BlackboardEvent>> {
  const { namespace, key } = filter;
  const rows = await db
    .select()
    .from(blackboardEvents)
    .where(
      and(
        gt(blackboardEvents.seq, fromSeq),
        namespace === undefined ? undefined : eq(blackboardEvents.namespace, namespace),
        key === undefined ? undefined : eq(blackboardEvents.key, key),
      ),
    )
    .orderBy(asc(blackboardEvents.seq))
    .limit(limit);
  const { lastSeq, droppedThrough } = await streamState(db, namespace);
  return { entries: rows, lastSeq, droppedThrough };
}

async function streamState(db: Queries, namespace: string | undefined) {
  const [state] = await db
    .select({ lastSeq: max(streams.lastSeq), droppedThrough: max(streams.droppedThrough) })
    .from(streams)
    .where(
      namespace === undefined
        ? and(gt(streams.name, "blackboard:"), lte(streams.name, "blackboard;"))
        : eq(streams.name, streamOf(namespace)),
    );
  return { lastSeq: state?.lastSeq ?? 0, droppedThrough: state?.droppedThrough ?? 0 };
}

async function retain(
  db: Queries,
  namespace: string,
  growth: { added: number; lastSeq: number; keep: number },
): Promise<void> {
  const excess = await countToStream(db, streamOf(namespace), growth);
  if (excess === 0) return;
  const [last] = await db
    .select({ seq: blackboardEvents.seq })
    .from(blackboardEvents)
    .where(eq(blackboardEvents.namespace, namespace))
    .orderBy(asc(blackboardEvents.seq))
    .limit(1)
    .offset(excess - 1);
  if (!last) return;
  await db
    .delete(blackboardEvents)
    .where(and(eq(blackboardEvents.namespace, namespace), lte(blackboardEvents.seq, last.seq)));
  await markDropped(db, streamOf(namespace), { dropped: excess, through: last.seq });
}
