import type {
  BlackboardEntrySnapshot,
  BlackboardEvent,
} from "@faculties/schemas/orchestrator-resources/blackboard-entry";
import {
  advanceSequence,
  and,
  asc,
  eq,
  gt,
  inArray,
  lte,
  max,
  sequenceValue,
  sql,
  type Transaction,
  PreparedInsert,
} from "@faculties/storage";
import { namespaceOf } from "../domain/blackboard-key.ts";
import { groupBy } from "@faculties/std";
import { blackboardUri } from "../domain/resource-uri.ts";
import type { Outbox } from "./database.ts";
import { retain, type SeqPage } from "./streams.ts";
import { blackboardEvents, streams } from "./tables.ts";

export type BlackboardChange = {
  kind: BlackboardEvent["kind"];
  namespace: string;
  entry: BlackboardEntrySnapshot;
};

/** Characters of an entry that its history keeps whole. */
const LARGEST_ENTRY = 16 * 1024;

const SEQUENCE = "blackboard";

const streamOf = (namespace: string) => `blackboard:${namespace}`;

/** `behind`: how many numbers of the same transaction come after its own. */
type ChangeRow = Omit<typeof blackboardEvents.$inferSelect, "seq"> & { behind: number };

const insertion = new PreparedInsert<ChangeRow>(
  (tx, rows) =>
    tx
      .insert(blackboardEvents)
      .values(rows.map((row) => ({ ...row, seq: sequenceValue(SEQUENCE, { minus: row.behind }) }))),
  ({ behind, ts, kind, namespace, key, version, entry }) => [
    SEQUENCE,
    behind,
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
  tx: Transaction,
  outbox: Outbox,
  changes: readonly BlackboardChange[],
  keep: number,
): Promise<void> {
  const { now } = outbox;
  const rows = changes.map(({ kind, namespace, entry }, index) => ({
    behind: changes.length - 1 - index,
    ts: now,
    kind,
    namespace,
    key: entry.key,
    version: entry.version,
    // History keeps thousands of changes: of a large value only that it changed.
    entry: JSON.stringify(entry).length > LARGEST_ENTRY ? null : entry,
  }));
  await advanceSequence(tx, SEQUENCE, rows.length);
  await insertion.runAtCommit(tx, rows);
  for (const [namespace, group] of groupBy(rows, (row) => row.namespace)) {
    outbox.touch({
      uri: blackboardUri(namespace),
      kind: "blackboard_namespace",
      metadata: { namespace },
    });
    const behind = group.at(-1)?.behind as number;
    await retain(
      tx,
      {
        name: streamOf(namespace),
        table: blackboardEvents,
        own: sql`namespace = ${namespace}`,
      },
      { sequence: SEQUENCE, added: group.length, behind, keep },
    );
  }
}

/** A page of changes after a sequence number; of one namespace, one key, or all. */
export async function pageOfBlackboardEvents(
  tx: Transaction,
  filter: { namespace?: string | undefined; key?: string | undefined },
  { fromSeq, limit }: { fromSeq: number; limit: number },
): Promise<SeqPage<BlackboardEvent>> {
  const { key } = filter;
  const namespace = filter.namespace ?? (key === undefined ? undefined : namespaceOf(key));
  const rows = await tx
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
  const { lastSeq, droppedThrough } = await streamState(tx, namespace);
  return { entries: rows, lastSeq, droppedThrough };
}

/** The number of the newest change of each namespace. */
export async function lastChanges(
  tx: Transaction,
  namespaces: readonly string[],
): Promise<Map<string, number>> {
  const names = new Map(namespaces.map((namespace) => [streamOf(namespace), namespace]));
  const found = await tx
    .select({ name: streams.name, lastSeq: streams.lastSeq })
    .from(streams)
    .where(inArray(streams.name, [...names.keys()]));
  return new Map(found.map(({ name, lastSeq }) => [names.get(name) as string, lastSeq]));
}

async function streamState(tx: Transaction, namespace: string | undefined) {
  const [state] = await tx
    .select({ lastSeq: max(streams.lastSeq), droppedThrough: max(streams.droppedThrough) })
    .from(streams)
    .where(
      namespace === undefined
        ? and(gt(streams.name, "blackboard:"), lte(streams.name, "blackboard;"))
        : eq(streams.name, streamOf(namespace)),
    );
  return { lastSeq: state?.lastSeq ?? 0, droppedThrough: state?.droppedThrough ?? 0 };
}
