import type { ResourceChildLogEntry } from "@faculties/schemas/orchestrator-resources/child-log-entry";
import type { LogLine, LogsTailInput } from "@faculties/schemas/orchestrator-resources/logs-tail";
import type { ResourceRunEvent } from "@faculties/schemas/orchestrator-resources/run-event";
import type { Transaction } from "@faculties/storage";
import { newestLines, pageOfLines } from "./child-logs.ts";
import { getChild } from "./children.ts";
import { newestEvents, pageOfEvents } from "./event-queries.ts";
import { getRun } from "./runs.ts";
import type { SeqPage } from "./streams.ts";

type Page = SeqPage<LogLine>;

/** Entries that one call looks through for lines that fit. */
const MOST_LOOKED_AT = 5_000;

/** The newest lines of a log, or those after `from_seq`, that fit the filter. */
export async function tailLog(tx: Transaction, input: LogsTailInput): Promise<Page> {
  const { levels, contains, limit, from_seq: fromSeq } = input;
  const fits = ({ level, message }: LogLine) =>
    (levels === undefined || levels.includes(level)) &&
    (contains === undefined || message.includes(contains));
  const isFiltered = levels !== undefined || contains !== undefined;
  const page = await readLog(tx, input, isFiltered ? MOST_LOOKED_AT : limit);
  const lines = page.entries.filter(fits);
  const entries = fromSeq === undefined ? lines.slice(-limit) : lines.slice(0, limit);
  // Without a matching line, the next call continues after the last entry that was looked at.
  const lookedAt = page.entries.at(-1)?.seq ?? page.lastSeq;
  return { ...page, entries, lastSeq: entries.length === 0 ? lookedAt : page.lastSeq };
}

async function readLog(
  tx: Transaction,
  { source, id = "", from_seq: fromSeq }: LogsTailInput,
  limit: number,
): Promise<Page> {
  if (source === "child") {
    const child = await getChild(tx, id);
    const page =
      fromSeq === undefined
        ? await newestLines(tx, child, limit)
        : await pageOfLines(tx, child, { fromSeq, limit });
    return { ...page, entries: page.entries.map(lineOfEntry) };
  }
  if (source === "run") await getRun(tx, id);
  const filter = source === "run" ? { run_id: id } : {};
  const page =
    fromSeq === undefined
      ? await newestEvents(tx, filter, limit)
      : await pageOfEvents(tx, filter, { fromSeq, limit });
  return { ...page, entries: page.entries.map(lineOfEvent) };
}

function lineOfEntry({
  seq,
  ts,
  stream,
  message,
  childId,
  runId,
  opId,
}: ResourceChildLogEntry): LogLine {
  const level = stream === "stderr" ? "warn" : "info";
  return { seq, ts, level, stream, message, childId, runId, opId };
}

function lineOfEvent({
  seq,
  ts,
  level,
  kind,
  nodeId,
  payload,
  childId,
  runId,
  opId,
}: ResourceRunEvent): LogLine {
  const where = nodeId === null ? "" : ` ${nodeId}`;
  const message = `${kind}${where} ${JSON.stringify(payload)}`;
  return { seq, ts, level, stream: "event", message, childId, runId, opId };
}
