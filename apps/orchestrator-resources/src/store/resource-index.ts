import {
  and,
  asc,
  eq,
  gt,
  gte,
  inArray,
  lastNumber,
  lt,
  ne,
  type Queries,
  sql,
  takeNumbers,
} from "@faculties/storage";
import type { ResourceKind } from "@faculties/schemas/orchestrator-resources";
import { sortKeyOf, sortPrefixOf } from "../domain/resource-uri.ts";
import { lastChanges } from "./blackboard-events.ts";
import { FrequentQuery } from "./built-query.ts";
import { BulkInsert } from "./bulk-insert.ts";
import { resources } from "./registry-tables.ts";

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
  db: Queries,
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
  await takeNumbers(db, SEQUENCE);
  await insertion.runInOrderReturning<[uri: string, isNew: number]>(db, rows, (saved) =>
    known.push(...saved.flatMap(([uri, isNew]) => (isNew ? [] : [uri]))),
  );
  return known;
}

const SEQUENCE = "revision";

const insertion = new BulkInsert<Omit<typeof resources.$inferSelect, Revisions>>(
  (db, rows) =>
    db
      .insert(resources)
      .values(
        rows.map((row) => ({
          ...row,
          createdRevision: lastNumber(SEQUENCE),
          revision: lastNumber(SEQUENCE),
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
  db: Queries,
  {
    prefix,
    after,
    limit,
  }: { prefix?: string | undefined; after?: string | undefined; limit: number },
): Promise<{ items: ResourceItem[]; next?: string }> {
  const start = prefix === undefined ? undefined : sortPrefixOf(prefix);
  const rows = await db
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
  await addLastChanges(db, items);
  const last = rows[limit - 1];
  return rows.length > limit && last ? { items, next: last.sortKey } : { items };
}

/** What changes with every write to a namespace is kept in one place only. */
async function addLastChanges(db: Queries, items: readonly ResourceItem[]): Promise<void> {
  const found = items.filter(({ kind }) => kind === "blackboard_namespace");
  if (found.length === 0) return;
  const namespaceIn = ({ metadata }: ResourceItem) => String(metadata?.["namespace"]);
  const lastSeqs = await lastChanges(db, found.map(namespaceIn));
  for (const item of found)
    item.metadata = { ...item.metadata, last_seq: lastSeqs.get(namespaceIn(item)) ?? 0 };
}

/** Whether there is such a resource. */
export async function isListed(db: Queries, uri: string): Promise<boolean> {
  return (await oneByUri.rows(db, uri)).length > 0;
}

const oneByUri = new FrequentQuery<[string], [string]>((db, uri) =>
  db.select({ uri: resources.uri }).from(resources).where(eq(resources.uri, uri)),
);

export async function removeResources(db: Queries, uris: readonly string[]): Promise<void> {
  await db.delete(resources).where(inArray(resources.uri, [...uris]));
}

/** What others than `writer` changed after a revision, oldest first. */
export async function listChanges(
  db: Queries,
  { after, writer, limit }: { after: number; writer: string; limit: number },
): Promise<{ uri: string; revision: number; createdRevision: number }[]> {
  return db
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

export async function latestRevision(db: Queries): Promise<number> {
  const [row] = await db
    .select({ latest: sql<number | null>`max(${resources.revision})` })
    .from(resources);
  return row?.latest ?? 0;
}
