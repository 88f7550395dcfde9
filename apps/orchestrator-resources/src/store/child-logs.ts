import type { ResourceChildLogEntry } from "@faculties/schemas/orchestrator-resources/child-log-entry";
import {
  and,
  asc,
  desc,
  eq,
  gt,
  inArray,
  lte,
  nextSequence,
  sql,
  type Transaction,
} from "@faculties/storage";
import { childLogsUri } from "../domain/resource-uri.ts";
import type { Outbox } from "./database.ts";
import type { SeqPage } from "./streams.ts";
import {
  childLogSegments,
  children,
  type ChildRow,
  type PackedLine,
  type StoredLine,
} from "./tables.ts";

/** Messages in one answer: a page ends early rather than grow past what a client can take. */
const PAGE_BYTES = 4 * 1024 * 1024;

const MOST_SEGMENTS = 64;
/** The size that a line counts in addition to its message, so that a flood of empty lines reaches the limit too. */
const LINE_BYTES = 32;

type Lines = readonly StoredLine[];

/** Stores lines of one child as one segment, and drops the oldest segments over the limit. */
export async function appendLines(
  tx: Transaction,
  outbox: Outbox,
  childId: string,
  lines: Lines,
  keepBytes: number,
): Promise<void> {
  const { now } = outbox;
  const bytes = lines.reduce((sum, { message }) => sum + message.length + LINE_BYTES, 0);
  const firstSeq = await nextSequence(tx, `child:${childId}`, lines.length);
  const lastSeq = firstSeq + lines.length - 1;
  const entries = lines.map(({ ts, stream, message }): PackedLine => [ts, stream, message]);
  await tx.insert(childLogSegments).values({ childId, firstSeq, lastSeq, bytes, entries });
  const [child] = await tx
    .update(children)
    .set({ lastSeq, lastActivityAt: now, keptBytes: sql`${children.keptBytes} + ${bytes}` })
    .where(eq(children.childId, childId))
    .returning({ keptBytes: children.keptBytes, droppedThrough: children.droppedThrough });
  // A little more than necessary, so that a flood of output does not drop with every line.
  if (child && child.keptBytes > keepBytes) {
    const excess = child.keptBytes - Math.floor(keepBytes * 0.95);
    await dropOldest(tx, childId, { after: child.droppedThrough, excess });
  }
  outbox.touch({ uri: childLogsUri(childId), kind: "child_logs" });
}

/** Lines after a sequence number, oldest first. */
export async function pageOfLines(
  tx: Transaction,
  child: ChildRow,
  { fromSeq, limit }: { fromSeq: number; limit: number },
): Promise<SeqPage<ResourceChildLogEntry>> {
  const { childId, lastSeq, droppedThrough } = child;
  const start = Math.max(fromSeq, droppedThrough);
  const entries: ResourceChildLogEntry[] = [];
  let bytes = 0;
  let at = start;
  // Few segments at first: one may hold hundreds of lines, or a single one.
  let some = 2;
  while (entries.length < limit && at < Math.min(lastSeq, start + limit)) {
    const segments = await tx
      .select()
      .from(childLogSegments)
      .where(and(eq(childLogSegments.childId, childId), gt(childLogSegments.lastSeq, at)))
      .orderBy(asc(childLogSegments.lastSeq))
      .limit(some);
    if (segments.length === 0) break;
    some = Math.min(some * 2, MOST_SEGMENTS);
    for (const entry of segments.flatMap((segment) => linesOf(segment, child))) {
      if (entry.seq <= at || entries.length === limit) continue;
      bytes += entry.message.length;
      if (bytes > PAGE_BYTES && entries.length > 0) return { entries, lastSeq, droppedThrough };
      entries.push(entry);
    }
    at = segments.at(-1)?.lastSeq as number;
  }
  return { entries, lastSeq, droppedThrough };
}

/** The newest lines, oldest first. */
export async function newestLines(
  tx: Transaction,
  child: ChildRow,
  limit: number,
): Promise<SeqPage<ResourceChildLogEntry>> {
  const { childId, lastSeq, droppedThrough } = child;
  let entries: ResourceChildLogEntry[] = [];
  let bytes = 0;
  let before = lastSeq;
  let some = 2;
  while (entries.length < limit && bytes < PAGE_BYTES) {
    const segments = await tx
      .select()
      .from(childLogSegments)
      .where(and(eq(childLogSegments.childId, childId), lte(childLogSegments.lastSeq, before)))
      .orderBy(desc(childLogSegments.lastSeq))
      .limit(some);
    const oldest = segments.at(-1);
    if (!oldest) break;
    some = Math.min(some * 2, MOST_SEGMENTS);
    entries = [...segments.toReversed().flatMap((segment) => linesOf(segment, child)), ...entries];
    bytes += segments.reduce((sum, segment) => sum + segment.bytes, 0);
    before = oldest.firstSeq - 1;
  }
  return { entries: withinBytes(entries.slice(-limit)), lastSeq, droppedThrough };
}

export async function removeLogs(tx: Transaction, childIds: string[]): Promise<void> {
  await tx.delete(childLogSegments).where(inArray(childLogSegments.childId, childIds));
}

/** Bounded below, because PostgreSQL steps over what was dropped before, entry by entry, until it is vacuumed. */
async function dropOldest(
  tx: Transaction,
  childId: string,
  { after, excess }: { after: number; excess: number },
): Promise<void> {
  const { lastSeq, bytes } = childLogSegments;
  const later = (than: number) => and(eq(childLogSegments.childId, childId), gt(lastSeq, than));
  let dropped = 0;
  let through = after;
  while (dropped < excess) {
    const oldest = await tx
      .select({ lastSeq, bytes })
      .from(childLogSegments)
      .where(later(through))
      .orderBy(asc(lastSeq))
      .limit(MOST_SEGMENTS);
    if (oldest.length === 0) break;
    for (const segment of oldest) {
      if (dropped >= excess) break;
      dropped += segment.bytes;
      through = segment.lastSeq;
    }
  }
  await tx.delete(childLogSegments).where(and(later(after), lte(lastSeq, through)));
  await tx
    .update(children)
    .set({
      droppedThrough: through,
      keptBytes: sql`${children.keptBytes} - ${dropped}`,
      droppedBytes: sql`${children.droppedBytes} + ${dropped}`,
    })
    .where(eq(children.childId, childId));
}

function linesOf(
  { firstSeq, entries }: typeof childLogSegments.$inferSelect,
  { childId, runId, opId }: ChildRow,
): ResourceChildLogEntry[] {
  return entries.map(([ts, stream, message], index) => ({
    seq: firstSeq + index,
    ts,
    stream,
    message,
    childId,
    runId,
    opId,
  }));
}

function withinBytes(entries: ResourceChildLogEntry[]): ResourceChildLogEntry[] {
  let bytes = 0;
  const first = entries.findLastIndex((entry) => (bytes += entry.message.length) > PAGE_BYTES);
  return entries.slice(Math.min(first + 1, entries.length - 1));
}
