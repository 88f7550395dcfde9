import { CodedError } from "@faculties/errors";
import { and, asc, between, eq, PreparedQuery, type Transaction } from "@faculties/storage";
import { compareGraphs, type GraphDelta, replayDeltas } from "../domain/graph-delta.ts";
import { type GraphState, stateOf } from "../domain/graph-state.ts";
import { graphUri, graphVersionUri } from "../domain/resource-uri.ts";
import type { Outbox } from "./database.ts";
import { graphs, graphVersions } from "./tables.ts";

export type GraphAtVersion = {
  graphId: string;
  version: number;
  latestVersion: number;
  committedAt: number;
  state: GraphState;
  /** How the version is stored, which decides how the next one is. */
  stored: { snapshotVersion: number; pendingBytes: number };
};

export type Commit = { version: number; previousVersion: number; changed: boolean };

// Counted to every change, so that reading a version never means replaying thousands of tiny ones.
const LEAST_DELTA_BYTES = 256;
const LEAST_SNAPSHOT_BYTES = 4_096;

/** Graphs and their versions. */
export class GraphStore {
  readonly #cache = new GraphCache();

  async create(tx: Transaction, outbox: Outbox, graphId: string, state: GraphState): Promise<void> {
    const { now } = outbox;
    const [created] = await tx
      .insert(graphs)
      .values({ graphId, name: state.name, latestVersion: 1, createdAt: now })
      .onConflictDoNothing()
      .returning({ graphId: graphs.graphId });
    if (!created)
      throw new CodedError("E-GRAPH-EXISTS", `There is a graph "${graphId}" already.`, {
        details: { graphId },
      });
    await this.#saveVersion(tx, outbox, graphId, {
      version: 1,
      state,
      wasSnapshotAt: 0,
      bytes: Infinity,
    });
  }

  /** The latest version, or the one asked for. */
  load(tx: Transaction, graphId: string, version?: number): Promise<GraphAtVersion> {
    return this.#load(tx, { graphId, version }, (remember) => remember());
  }

  /** The same within a transaction that may change the graph. */
  loadForChange(tx: Transaction, { afterCommit }: Outbox, graphId: string, version?: number) {
    // Versions read here may not be committed yet, so they are cached only after the commit.
    return this.#load(tx, { graphId, version }, afterCommit);
  }

  async #load(
    tx: Transaction,
    { graphId, version }: { graphId: string; version: number | undefined },
    whenSettled: (remember: () => void) => void,
  ): Promise<GraphAtVersion> {
    const latest = await this.latestVersion(tx, graphId);
    if (latest === undefined) throw notFound(graphId);
    const wanted = version ?? latest;
    const row = await findVersion(tx, graphId, wanted);
    if (!row) throw notFound(graphId, wanted);
    const cached = this.#cache.get(graphId, wanted);
    const state = cached ?? (await replay(tx, graphId, wanted, row.snapshotVersion));
    if (!cached) whenSettled(() => this.#cache.put(graphId, wanted, state));
    return {
      graphId,
      version: wanted,
      latestVersion: latest,
      committedAt: row.committedAt,
      state,
      stored: row,
    };
  }

  async latestVersion(tx: Transaction, graphId: string): Promise<number | undefined> {
    const [graph] = await latestOf.rows(tx, graphId);
    return graph?.[0];
  }

  /** Makes `after` the next version of what was loaded in the same transaction, unless nothing changed. */
  async commit(
    tx: Transaction,
    outbox: Outbox,
    before: GraphAtVersion,
    after: GraphState,
  ): Promise<Commit> {
    const { graphId, version: previousVersion } = before;
    const delta = compareGraphs(before.state, after);
    if (!delta) return { version: previousVersion, previousVersion, changed: false };
    const version = previousVersion + 1;
    const [moved] = await tx
      .update(graphs)
      .set({ latestVersion: version, name: after.name })
      .where(and(eq(graphs.graphId, graphId), eq(graphs.latestVersion, previousVersion)))
      .returning({ graphId: graphs.graphId });
    if (!moved) throw conflict(graphId, previousVersion, before.latestVersion);
    const { snapshotVersion: wasSnapshotAt, pendingBytes } = before.stored;
    const bytes = pendingBytes + Math.max(LEAST_DELTA_BYTES, JSON.stringify(delta).length);
    await this.#saveVersion(tx, outbox, graphId, {
      version,
      state: after,
      delta,
      wasSnapshotAt,
      bytes,
    });
    return { version, previousVersion, changed: true };
  }

  async #saveVersion(
    tx: Transaction,
    outbox: Outbox,
    graphId: string,
    next: {
      version: number;
      state: GraphState;
      delta?: GraphDelta;
      wasSnapshotAt: number;
      bytes: number;
    },
  ): Promise<void> {
    const { version, state, delta, wasSnapshotAt, bytes } = next;
    const whole =
      delta === undefined || bytes > Math.max(LEAST_SNAPSHOT_BYTES, estimateBytes(state));
    const { name, metadata } = state;
    const nodes = [...state.nodes.values()];
    const edges = [...state.edges.values()];
    await tx.insert(graphVersions).values({
      graphId,
      version,
      committedAt: outbox.now,
      snapshot: whole ? { name, nodes, edges, metadata } : null,
      delta: whole ? null : delta,
      snapshotVersion: whole ? version : wasSnapshotAt,
      pendingBytes: whole ? 0 : bytes,
    });
    outbox.touch({
      uri: graphUri(graphId),
      kind: "graph",
      metadata: { name, latest_version: version },
    });
    outbox.touch({
      uri: graphVersionUri(graphId, version),
      kind: "graph_version",
      metadata: { version, committed_at: outbox.now },
    });
    outbox.record({
      kind: "INFO",
      graphId,
      payload: {
        message: "graph version committed",
        version,
        nodes: nodes.length,
        edges: edges.length,
      },
    });
    outbox.afterCommit(() => this.#cache.put(graphId, version, state));
  }
}

/** The graph has moved on since the version that the caller worked from. */
export function conflict(graphId: string, expected: number, found: number): CodedError {
  return new CodedError(
    "E-TX-CONFLICT",
    `The graph "${graphId}" is at version ${found}, not ${expected}. Read it again and redo the change.`,
    { details: { graphId, expected, found } },
  );
}

function notFound(graphId: string, version?: number): CodedError {
  const what = version === undefined ? "" : ` at version ${version}`;
  return new CodedError("E-GRAPH-NOTFOUND", `There is no graph "${graphId}"${what}.`, {
    details: { graphId, ...(version !== undefined && { version }) },
  });
}

const latestOf = new PreparedQuery<[string], [latest: number]>((tx, graphId) =>
  tx.select({ latest: graphs.latestVersion }).from(graphs).where(eq(graphs.graphId, graphId)),
);

const versionOf = new PreparedQuery<[string, number], [number, number, number]>(
  (tx, graphId, version) =>
    tx
      .select({
        committedAt: graphVersions.committedAt,
        snapshotVersion: graphVersions.snapshotVersion,
        pendingBytes: graphVersions.pendingBytes,
      })
      .from(graphVersions)
      .where(and(eq(graphVersions.graphId, graphId), eq(graphVersions.version, version))),
);

async function findVersion(tx: Transaction, graphId: string, version: number) {
  const [row] = await versionOf.rows(tx, graphId, version);
  if (!row) return undefined;
  const [committedAt, snapshotVersion, pendingBytes] = row;
  return { committedAt, snapshotVersion, pendingBytes };
}

/** Cheaper than writing the whole graph out to see how long it is. */
function estimateBytes({ nodes, edges }: GraphState): number {
  return 64 * (nodes.size + edges.size);
}

async function replay(
  tx: Transaction,
  graphId: string,
  version: number,
  from: number,
): Promise<GraphState> {
  const rows = await tx
    .select({ snapshot: graphVersions.snapshot, delta: graphVersions.delta })
    .from(graphVersions)
    .where(and(eq(graphVersions.graphId, graphId), between(graphVersions.version, from, version)))
    .orderBy(asc(graphVersions.version));
  const [first, ...later] = rows;
  if (!first?.snapshot) throw new Error(`The graph ${graphId} has no snapshot at version ${from}.`);
  const deltas = later.flatMap(({ delta }) => (delta ? [delta] : []));
  return replayDeltas(stateOf(first.snapshot), deltas);
}

/** Nodes and edges held in memory over all graphs, and versions of them. */
const MOST_PARTS = 400_000;
const MOST_STATES = 64;

/** Versions that were used last. They never change, so that nothing here can be out of date. */
class GraphCache {
  readonly #states = new Map<string, GraphState>();
  #parts = 0;

  get(graphId: string, version: number): GraphState | undefined {
    const key = keyOf(graphId, version);
    const state = this.#states.get(key);
    if (state === undefined) return undefined;
    this.#states.delete(key);
    this.#states.set(key, state);
    return state;
  }

  put(graphId: string, version: number, state: GraphState): void {
    const key = keyOf(graphId, version);
    this.#drop(key);
    this.#states.set(key, state);
    this.#parts += partsOf(state);
    for (const oldest of this.#states.keys()) {
      const fits = this.#parts <= MOST_PARTS && this.#states.size <= MOST_STATES;
      if (fits || oldest === key) break;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    const state = this.#states.get(key);
    if (state === undefined) return;
    this.#states.delete(key);
    this.#parts -= partsOf(state);
  }
}

function keyOf(graphId: string, version: number): string {
  return `${version}@${graphId}`;
}

function partsOf({ nodes, edges }: GraphState): number {
  return nodes.size + edges.size + 1;
}
