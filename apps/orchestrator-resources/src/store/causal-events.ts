import { CodedError } from "@faculties/errors";
import type { CausalEvent } from "@faculties/schemas/orchestrator-resources/causal-event";
import type { CausalExplainOutput } from "@faculties/schemas/orchestrator-resources/causal-explain";
import {
  advanceSequence,
  and,
  asc,
  column,
  defineTable,
  eq,
  gt,
  inArray,
  inParts,
  PreparedInsert,
  sequenceValue,
  type Transaction,
} from "@faculties/storage";

const causalEvents = defineTable("causal_events", {
  seq: column.integer().primaryKey(),
  id: column.text().notNull(),
  type: column.text().notNull(),
  ts: column.integer().notNull(),
  runId: column.text(),
  label: column.text(),
  data: column.json<Record<string, unknown>>().notNull(),
});

const causalLinks = defineTable("causal_links", {
  effect: column.text().notNull(),
  cause: column.text().notNull(),
});

export type CausalDraft = {
  id: string;
  type: string;
  ts: number;
  runId: string | null;
  label: string | null;
  data: Record<string, unknown>;
  causes: readonly string[];
};

type CausalRow = typeof causalEvents.$inferSelect;

const SEQUENCE = "causal";

const eventInsertion = new PreparedInsert<Omit<CausalRow, "seq"> & { behind: number }>(
  (tx, rows) =>
    tx
      .insert(causalEvents)
      .values(rows.map((row) => ({ ...row, seq: sequenceValue(SEQUENCE, { minus: row.behind }) })))
      .onConflictDoNothing(),
  ({ behind, id, type, ts, runId, label, data }) => [
    SEQUENCE,
    behind,
    id,
    type,
    ts,
    runId,
    label,
    JSON.stringify(data),
  ],
);
const linkInsertion = new PreparedInsert<{ effect: string; cause: string }>(
  (tx, rows) => tx.insert(causalLinks).values(rows).onConflictDoNothing(),
  ({ effect, cause }) => [effect, cause],
);

export async function recordCausalEvents(
  tx: Transaction,
  drafts: readonly CausalDraft[],
): Promise<void> {
  const rows = drafts.map(({ id, type, ts, runId, label, data }, index) => ({
    behind: drafts.length - 1 - index,
    id,
    type,
    ts,
    runId,
    label,
    data,
  }));
  const links = drafts.flatMap(({ id, causes }) => causes.map((cause) => ({ effect: id, cause })));
  // A node that is run again within a nested graph has happened before.
  await advanceSequence(tx, SEQUENCE, rows.length);
  await eventInsertion.runAtCommit(tx, rows);
  await linkInsertion.run(tx, links);
}

export async function pageOfCausalEvents(
  tx: Transaction,
  { runId, after, limit }: { runId?: string | undefined; after: number; limit: number },
): Promise<{ events: CausalEvent[]; next_cursor?: string }> {
  const rows = await tx
    .select()
    .from(causalEvents)
    .where(
      and(
        gt(causalEvents.seq, after),
        runId === undefined ? undefined : eq(causalEvents.runId, runId),
      ),
    )
    .orderBy(asc(causalEvents.seq))
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    events: await withLinks(tx, page),
    ...(rows.length > limit && last && { next_cursor: String(last.seq) }),
  };
}

export async function getCausalEvent(tx: Transaction, id: string): Promise<CausalEvent> {
  const [event] = await causalEventsOf(tx, [id]);
  if (event) return event;
  throw new CodedError("E-CAUSAL-NOTFOUND", `There is no causal event "${id}".`, {
    details: { id },
  });
}

/** Events by id, in the order in which they happened. */
export async function causalEventsOf(
  tx: Transaction,
  ids: readonly string[],
): Promise<CausalEvent[]> {
  const rows: CausalRow[] = [];
  for (const part of inParts(ids))
    rows.push(...(await tx.select().from(causalEvents).where(inArray(causalEvents.id, part))));
  return withLinks(
    tx,
    rows.toSorted((left, right) => left.seq - right.seq),
  );
}

async function withLinks(tx: Transaction, rows: readonly CausalRow[]): Promise<CausalEvent[]> {
  const causes = new Map<string, string[]>();
  const effects = new Map<string, string[]>();
  const add = (to: Map<string, string[]>, key: string, value: string) =>
    to.set(key, [...(to.get(key) ?? []), value]);
  for (const part of inParts(rows.map(({ id }) => id))) {
    const into = await tx.select().from(causalLinks).where(inArray(causalLinks.effect, part));
    for (const { effect, cause } of into) add(causes, effect, cause);
    const out = await tx.select().from(causalLinks).where(inArray(causalLinks.cause, part));
    for (const { effect, cause } of out) add(effects, cause, effect);
  }
  return rows.map(({ id, type, ts, runId, label, data }) => ({
    id,
    type,
    ts,
    run_id: runId,
    label,
    data,
    causes: causes.get(id) ?? [],
    effects: effects.get(id) ?? [],
  }));
}

const MOST_ANCESTORS = 2_000;

/** Walks back from an outcome, step by step, to everything that led to it. */
export async function explainOutcome(
  tx: Transaction,
  {
    outcomeId,
    causeId,
    maxDepth,
  }: { outcomeId: string; causeId: string | undefined; maxDepth: number },
): Promise<CausalExplainOutput> {
  const outcome = await getCausalEvent(tx, outcomeId);
  if (causeId !== undefined) await getCausalEvent(tx, causeId);
  const found = new Map<string, CausalEvent>();
  // The step towards the outcome by which each ancestor was reached first.
  const towards = new Map<string, string>();
  let frontier = [outcome];
  let depth = 0;
  for (; depth < maxDepth && found.size < MOST_ANCESTORS; depth += 1) {
    const next = new Set<string>();
    for (const { id, causes } of frontier)
      for (const cause of causes) {
        if (found.has(cause) || cause === outcomeId || next.has(cause)) continue;
        next.add(cause);
        towards.set(cause, id);
      }
    if (next.size === 0) break;
    frontier = await causalEventsOf(tx, [...next]);
    for (const event of frontier) found.set(event.id, event);
  }
  const truncated = frontier.some(({ causes }) => causes.some((cause) => !found.has(cause)));
  const path = causeId === undefined ? undefined : pathFrom(causeId, outcomeId, towards);
  const ancestors = await causalEventsOf(tx, [...found.keys()]);
  const within = new Set([...found.keys(), outcomeId]);
  const edges = [...ancestors, outcome].flatMap(({ id, causes }) =>
    causes.filter((cause) => within.has(cause)).map((cause) => ({ from: cause, to: id })),
  );
  return { outcome, ancestors, edges, depth, truncated, ...(path && { path }) };
}

function pathFrom(
  causeId: string,
  outcomeId: string,
  towards: ReadonlyMap<string, string>,
): string[] {
  const path = [causeId];
  for (let at = towards.get(causeId); at !== undefined; at = towards.get(at)) path.push(at);
  if (path.at(-1) === outcomeId) return path;
  throw new CodedError("E-CAUSAL-NO-PATH", `"${causeId}" did not lead to "${outcomeId}".`, {
    details: { causeId, outcomeId },
  });
}
