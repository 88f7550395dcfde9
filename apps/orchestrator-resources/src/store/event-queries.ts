import type { EventsSubscribeInput } from "@faculties/schemas/orchestrator-resources/events-subscribe";
import type { ResourceRunEvent } from "@faculties/schemas/orchestrator-resources/run-event";
import {
  and,
  asc,
  desc,
  eq,
  gt,
  inArray,
  max,
  not,
  sql,
  type Transaction,
  PreparedQuery,
} from "@faculties/storage";
import { eventStream } from "./event-log.ts";
import type { SeqPage, WrittenEntry } from "./streams.ts";
import { events, streams } from "./tables.ts";

export type EventFilter = Partial<Omit<EventsSubscribeInput, "from_seq" | "limit">>;

type PageRequest = { fromSeq: number; limit: number };

/** Events after a sequence number, oldest first. */
export async function pageOfEvents(
  tx: Transaction,
  filter: EventFilter,
  { fromSeq, limit }: PageRequest,
): Promise<SeqPage<ResourceRunEvent>> {
  const rows = await select(tx)
    .where(and(gt(events.seq, fromSeq), ...conditionsOf(filter)))
    .orderBy(asc(events.seq))
    .limit(limit);
  return { entries: rows, ...(await streamState(tx, filter.run_id)) };
}

/** The events of one run: what watchers ask for again and again. */
export async function pageOfRun(
  tx: Transaction,
  runId: string,
  { fromSeq, limit }: PageRequest,
): Promise<SeqPage<WrittenEntry>> {
  const rows = await runPage.rows(tx, runId, fromSeq, limit);
  const [state] = await runStream.rows(tx, eventStream(runId));
  const [lastSeq = 0, droppedThrough = 0] = state ?? [];
  return { entries: rows.map(([seq, json]) => ({ seq, json })), lastSeq, droppedThrough };
}

/** The newest events, oldest first. */
export async function newestEvents(
  tx: Transaction,
  filter: EventFilter,
  limit: number,
): Promise<SeqPage<ResourceRunEvent>> {
  const rows = await select(tx)
    .where(and(...conditionsOf(filter)))
    .orderBy(desc(events.seq))
    .limit(limit);
  return { entries: rows.toReversed(), ...(await streamState(tx, filter.run_id)) };
}

const runPage = new PreparedQuery<[string, number, number], [seq: number, json: string]>(
  (tx, runId, fromSeq, limit) =>
    tx
      .select({ seq: events.seq, json: EVENT_JSON })
      .from(events)
      .where(and(eq(events.runId, runId), gt(events.seq, fromSeq)))
      .orderBy(asc(events.seq))
      .limit(limit),
);

const runStream = new PreparedQuery<[string], [number, number]>((tx, name) =>
  tx
    .select({ lastSeq: streams.lastSeq, droppedThrough: streams.droppedThrough })
    .from(streams)
    .where(eq(streams.name, name)),
);

function select(tx: Transaction) {
  return tx.select(COLUMNS).from(events);
}

const COLUMNS = {
  seq: events.seq,
  ts: events.ts,
  kind: events.kind,
  level: events.level,
  jobId: events.jobId,
  childId: events.childId,
  payload: events.payload,
  runId: events.runId,
  opId: events.opId,
  graphId: events.graphId,
  nodeId: events.nodeId,
};

/** Written by the database: a page of events is too much to take apart and put together again. */
const EVENT_JSON = sql<string>`format(
  '{"seq":%s,"ts":%s,"kind":"%s","level":"%s","jobId":%s,"childId":%s,"payload":%s,"runId":%s,"opId":%s,"graphId":%s,"nodeId":%s}',
  ${events.seq}, ${events.ts}, ${events.kind}, ${events.level}, json_quote(${events.jobId}),
  json_quote(${events.childId}), coalesce(${events.payload}, 'null'), json_quote(${events.runId}),
  json_quote(${events.opId}), json_quote(${events.graphId}), json_quote(${events.nodeId}))`;

async function streamState(tx: Transaction, runId: string | undefined) {
  const [state] = await tx
    .select({ lastSeq: max(streams.lastSeq), droppedThrough: max(streams.droppedThrough) })
    .from(streams)
    .where(
      runId === undefined
        ? not(eq(sql`substr(${streams.name}, 1, 11)`, "blackboard:"))
        : eq(streams.name, eventStream(runId)),
    );
  return { lastSeq: state?.lastSeq ?? 0, droppedThrough: state?.droppedThrough ?? 0 };
}

function conditionsOf({ cats, levels, ...ids }: EventFilter) {
  const { run_id, child_id, op_id, graph_id, node_id } = ids;
  return [
    run_id === undefined ? undefined : eq(events.runId, run_id),
    child_id === undefined ? undefined : eq(events.childId, child_id),
    op_id === undefined ? undefined : eq(events.opId, op_id),
    graph_id === undefined ? undefined : eq(events.graphId, graph_id),
    node_id === undefined ? undefined : eq(events.nodeId, node_id),
    cats === undefined ? undefined : inArray(events.kind, cats),
    levels === undefined ? undefined : inArray(events.level, levels),
  ];
}
