import { CodedError } from "@faculties/errors";
import type { ResourceKind } from "@faculties/schemas/orchestrator-resources/resource-kind";
import type { ResourcePayload } from "@faculties/schemas/orchestrator-resources/resources-read";
import type { Transaction } from "@faculties/storage";
import { normalise } from "../domain/graph-state.ts";
import { parseResourceUri, type ResourceAddress, uriOf } from "../domain/resource-uri.ts";
import { pageOfBlackboardEvents } from "../store/blackboard-events.ts";
import type { BlackboardStore } from "../store/blackboard.ts";
import { newestLines, pageOfLines } from "../store/child-logs.ts";
import { findChild } from "../store/children.ts";
import { newestEvents, pageOfRun } from "../store/event-queries.ts";
import { findTransaction } from "../store/graph-transactions.ts";
import type { GraphStore } from "../store/graphs.ts";
import { isListed } from "../store/resources.ts";
import type { SeqPage, WrittenEntry } from "../store/streams.ts";

type Stores = { graphs: GraphStore; blackboard: BlackboardStore; now: () => number };
type PageRequest = { fromSeq: number; limit: number };

/** The newest entries of a stream that one read returns; `resources_watch` reaches the others. */
const MOST_ENTRIES = 5_000;

/** The content of a URI; undefined when there is none. */
export async function readResource(
  tx: Transaction,
  stores: Stores,
  uri: string,
): Promise<{ kind: ResourceKind; payload: ResourcePayload } | undefined> {
  const address = await existing(tx, uri);
  if (!address) return undefined;
  const payload = await payloadOf(tx, stores, address);
  return payload && { kind: address.kind, payload };
}

/** A page of a stream; never waits. */
export async function watchResource(
  tx: Transaction,
  uri: string,
  page: PageRequest,
): Promise<{ kind: ResourceKind; page: SeqPage<WrittenEntry> }> {
  const address = await existing(tx, uri);
  if (!address) throw resourceNotFound(uri);
  const found = await pageOf(tx, address, page);
  if (found) return { kind: address.kind, page: found };
  if (found === null) throw resourceNotFound(uri);
  throw new CodedError(
    "E-RES-UNSUPPORTED",
    `${uri} cannot be watched. Runs, children and blackboard namespaces can; read it instead.`,
    { details: { uri, kind: address.kind } },
  );
}

export function resourceNotFound(uri: string): CodedError {
  return new CodedError(
    "E-RES-NOT_FOUND",
    `There is no resource ${uri.slice(0, 200)}. resources_list names those there are.`,
    { details: { uri } },
  );
}

async function existing(tx: Transaction, uri: string): Promise<ResourceAddress | undefined> {
  const address = parseResourceUri(uri);
  return address && (await isListed(tx, uriOf(address))) ? address : undefined;
}

async function payloadOf(
  tx: Transaction,
  { graphs, blackboard, now }: Stores,
  address: ResourceAddress,
): Promise<ResourcePayload | undefined> {
  switch (address.kind) {
    case "graph":
    case "graph_version": {
      const wanted = address.kind === "graph" ? undefined : address.version;
      const { graphId, version, committedAt, state } = await graphs.load(
        tx,
        address.graphId,
        wanted,
      );
      return { graphId, version, committedAt, graph: normalise(state, graphId, version) };
    }
    case "snapshot":
      return snapshotPayload(tx, graphs, address);
    case "run_events": {
      const { entries } = await newestEvents(tx, { run_id: address.runId }, MOST_ENTRIES);
      return { runId: address.runId, events: entries };
    }
    case "child_logs": {
      const child = await findChild(tx, address.childId);
      if (!child) return undefined;
      const { entries } = await newestLines(tx, child, MOST_ENTRIES);
      return { childId: address.childId, logs: entries };
    }
    case "blackboard_namespace": {
      const query = { namespace: address.namespace, tags: [], limit: MOST_ENTRIES };
      const { entries } = await blackboard.query(tx, query, now());
      return { namespace: address.namespace, entries };
    }
  }
}

async function snapshotPayload(
  tx: Transaction,
  graphs: GraphStore,
  { graphId, txId }: { graphId: string; txId: string },
): Promise<ResourcePayload | undefined> {
  const transaction = await findTransaction(tx, graphId, txId);
  if (!transaction) return undefined;
  const { baseVersion, startedAt, state, closedAt, finalVersion } = transaction;
  const graphAt = async (version: number) =>
    normalise((await graphs.load(tx, graphId, version)).state, graphId, version);
  return {
    graphId,
    txId,
    baseVersion,
    startedAt,
    state,
    committedAt: state === "committed" ? closedAt : null,
    finalVersion,
    baseGraph: await graphAt(baseVersion),
    finalGraph: finalVersion === null ? null : await graphAt(finalVersion),
  };
}

/** Undefined for an address that is not a stream, null for a stream that is gone. */
async function pageOf(
  tx: Transaction,
  address: ResourceAddress,
  request: PageRequest,
): Promise<SeqPage<WrittenEntry> | null | undefined> {
  switch (address.kind) {
    case "run_events":
      return pageOfRun(tx, address.runId, request);
    case "blackboard_namespace":
      return written(await pageOfBlackboardEvents(tx, { namespace: address.namespace }, request));
    case "child_logs": {
      const child = await findChild(tx, address.childId);
      return child ? written(await pageOfLines(tx, child, request)) : null;
    }
    default:
      return undefined;
  }
}

function written({ entries, ...bounds }: SeqPage<{ seq: number }>): SeqPage<WrittenEntry> {
  return {
    entries: entries.map((entry) => ({ seq: entry.seq, json: JSON.stringify(entry) })),
    ...bounds,
  };
}
