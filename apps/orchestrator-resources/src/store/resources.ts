import type { ResourceKind } from "@faculties/schemas/orchestrator-resources/resource-kind";
import {
  advanceSequence,
  and,
  asc,
  eq,
  gt,
  gte,
  inArray,
  lt,
  ne,
  sequenceValue,
  sql,
  type Transaction,
  PreparedQuery,
  PreparedInsert,
} from "@faculties/storage";
import { sortKeyOf, sortPrefixOf } from "../domain/resource-uri.ts";
import { lastChanges } from "./blackboard-events.ts";
import { resources } from "./tables.ts";

/** Without metadata, what is there stays. */
export type ResourceTouch = {
  uri: string;
  kind: ResourceKind;
  metadata?: Record<string, unknown>;
};

export type ResourceItem = {
  uri: string;
  kind: ResourceKind;
  metadata: Record<string, unknown> | null;
};

/** Above every character that a URI may have. */
const AFTER_ANY = "\u007f";

/** Records that resources are there or have changed; those that were there before, known once it is committed. */
export async function saveTouches(
  tx: Transaction,
  touches: readonly ResourceTouch[],
  writer: string,
): Promise<readonly string[]> {
  const rows = touches.map(({ uri, kind, metadata }) => ({
    uri,
    sortKey: sortKeyOf(uri),
    kind,
    metadata: metadata ?? null,
    writer,
  }));
  const known: string[] = [];
  await advanceSequence(tx, SEQUENCE);
  await insertion.runAtCommitReturning<[uri: string, isNew: number]>(tx, rows, (saved) =>
    known.push(...saved.flatMap(([uri, isNew]) => (isNew ? [] : [uri]))),
  );
  return known;
}

const SEQUENCE = "revision";

const insertion = new PreparedInsert<Omit<typeof resources.$inferSelect, Revisions>>(
  (tx, rows) =>
    tx
      .insert(resources)
      .values(
        rows.map((row) => ({
          ...row,
          createdRevision: sequenceValue(SEQUENCE),
          revision: sequenceValue(SEQUENCE),
        })),
      )
      .onConflictDoUpdate({
        target: resources.uri,
        set: {
          metadata: sql`coalesce(excluded.metadata, ${resources.metadata})`,
          revision: sql`excluded.revision`,
          writer: sql`excluded.writer`,
        },
      })
      .returning({
        uri: resources.uri,
        isNew: sql`${resources.createdRevision} = ${resources.revision}`,
      }),
  ({ uri, sortKey, kind, metadata, writer }) => [
    uri,
    sortKey,
    kind,
    metadata === null ? null : JSON.stringify(metadata),
    SEQUENCE,
    SEQUENCE,
    writer,
  ],
);

type Revisions = "createdRevision" | "revision";

/** A page of the registry in its order, after the sort key `after`. */
export async function listResources(
  tx: Transaction,
  {
    prefix,
    after,
    limit,
  }: { prefix?: string | undefined; after?: string | undefined; limit: number },
): Promise<{ items: ResourceItem[]; next?: string }> {
  const start = prefix === undefined ? undefined : sortPrefixOf(prefix);
  const rows = await tx
    .select()
    .from(resources)
    .where(
      and(
        after === undefined ? undefined : gt(resources.sortKey, after),
        start === undefined ? undefined : gte(resources.sortKey, start),
        start === undefined ? undefined : lt(resources.sortKey, start + AFTER_ANY),
        prefix === undefined || prefix === start
          ? undefined
          : eq(sql`substr(${resources.uri}, 1, ${prefix.length})`, prefix),
      ),
    )
    .orderBy(asc(resources.sortKey))
    .limit(limit + 1);
  const items = rows.slice(0, limit).map(({ uri, kind, metadata }) => ({ uri, kind, metadata }));
  await addLastChanges(tx, items);
  const last = rows[limit - 1];
  return rows.length > limit && last ? { items, next: last.sortKey } : { items };
}

/** Adds the last sequence number of each namespace. It changes with every write, so it is stored in one place only. */
async function addLastChanges(tx: Transaction, items: readonly ResourceItem[]): Promise<void> {
  const found = items.filter(({ kind }) => kind === "blackboard_namespace");
  if (found.length === 0) return;
  const namespaceIn = ({ metadata }: ResourceItem) => String(metadata?.["namespace"]);
  const lastSeqs = await lastChanges(tx, found.map(namespaceIn));
  for (const item of found)
    item.metadata = { ...item.metadata, last_seq: lastSeqs.get(namespaceIn(item)) ?? 0 };
}

/** Whether there is such a resource. */
export async function isListed(tx: Transaction, uri: string): Promise<boolean> {
  return (await oneByUri.rows(tx, uri)).length > 0;
}

const oneByUri = new PreparedQuery<[string], [string]>((tx, uri) =>
  tx.select({ uri: resources.uri }).from(resources).where(eq(resources.uri, uri)),
);

export async function removeResources(tx: Transaction, uris: readonly string[]): Promise<void> {
  await tx.delete(resources).where(inArray(resources.uri, [...uris]));
}

/** Resources that others than `writer` changed after a revision, oldest first. */
export async function listChanges(
  tx: Transaction,
  { after, writer, limit }: { after: number; writer: string; limit: number },
): Promise<{ uri: string; revision: number; createdRevision: number }[]> {
  return tx
    .select({
      uri: resources.uri,
      revision: resources.revision,
      createdRevision: resources.createdRevision,
    })
    .from(resources)
    .where(and(gt(resources.revision, after), ne(resources.writer, writer)))
    .orderBy(asc(resources.revision))
    .limit(limit);
}

export async function latestRevision(tx: Transaction): Promise<number> {
  const [row] = await tx
    .select({ latest: sql<number | null>`max(${resources.revision})` })
    .from(resources);
  return row?.latest ?? 0;
}
