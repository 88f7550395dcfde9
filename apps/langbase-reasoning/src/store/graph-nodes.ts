import { randomUUID } from "node:crypto";
import type { GraphEdge } from "@faculties/schemas/langbase-reasoning/graph-edge";
import type { GraphNode } from "@faculties/schemas/langbase-reasoning/graph-node";
import {
  and,
  asc,
  count,
  eq,
  inArray,
  isNotNull,
  isNull,
  lt,
  max,
  ne,
  nextSequence,
  notExists,
  sql,
  type Transaction,
} from "@faculties/storage";
import type { Arrow } from "../domain/graph.ts";
import { isoTime } from "../domain/iso-time.ts";
import { notFound } from "../domain/reasoning-error.ts";
import { inPages } from "./in-pages.ts";
import { graphEdges, graphNodes } from "./tables.ts";

export type NodeRow = typeof graphNodes.$inferSelect;
type EdgeRow = typeof graphEdges.$inferSelect;

export type NewNode = {
  content: string;
  nodeType: GraphNode["node_type"];
  depth: number;
  /** Where it comes from: one edge each. */
  sources: readonly string[];
  edgeType: GraphEdge["edge_type"];
  weight: number;
};

/** The nodes that no backtrack abandoned. */
function live(graphId: string) {
  return and(eq(graphNodes.graphId, graphId), isNull(graphNodes.abandonedOn));
}

/** The nodes of these ids, in that order, if all belong to the graph. */
export async function findNodes(
  tx: Transaction,
  graphId: string,
  ids: readonly string[],
): Promise<NodeRow[]> {
  const rows = new Map<string, NodeRow>();
  await inPages(ids, async (page) => {
    const found = await tx
      .select()
      .from(graphNodes)
      .where(and(live(graphId), inArray(graphNodes.id, page)));
    for (const row of found) rows.set(row.id, row);
  });
  return ids.map((id) => {
    const row = rows.get(id);
    if (row === undefined) throw notFound("node", id, ` in graph ${graphId}`);
    return row;
  });
}

export function listNodes(tx: Transaction, graphId: string): Promise<NodeRow[]> {
  return tx.select().from(graphNodes).where(live(graphId)).orderBy(asc(graphNodes.position));
}

export function listEdges(tx: Transaction, graphId: string): Promise<EdgeRow[]> {
  return tx
    .select()
    .from(graphEdges)
    .where(eq(graphEdges.graphId, graphId))
    .orderBy(asc(graphEdges.position));
}

export async function addNodes(
  tx: Transaction,
  graphId: string,
  given: readonly NewNode[],
  now: number,
): Promise<NodeRow[]> {
  const edgeCount = given.reduce((sum, { sources }) => sum + sources.length, 0);
  let position = await nextSequence(tx, "positions", given.length + edgeCount);
  const nodes: NodeRow[] = [];
  const edges: EdgeRow[] = [];
  for (const { content, nodeType, depth, sources, edgeType, weight } of given) {
    const id = randomUUID();
    const state = {
      score: null,
      isActive: true,
      isTerminal: false,
      abandonedOn: null,
      metadata: null,
    };
    const keys = { id, position: position++, graphId };
    nodes.push({ ...keys, content, nodeType, depth, ...state, createdAt: now });
    for (const fromNode of sources)
      edges.push({
        id: randomUUID(),
        position: position++,
        graphId,
        fromNode,
        toNode: id,
        edgeType,
        weight,
        createdAt: now,
      });
  }
  await tx.insert(graphNodes).values(nodes);
  if (edges.length > 0) await tx.insert(graphEdges).values(edges);
  return nodes;
}

/** The children that were generated from a node and not pruned since. */
export function generatedChildren(
  tx: Transaction,
  graphId: string,
  nodeId: string,
): Promise<NodeRow[]> {
  return tx
    .select()
    .from(graphNodes)
    .where(
      and(
        live(graphId),
        eq(graphNodes.isActive, true),
        inArray(
          graphNodes.id,
          tx
            .select({ id: graphEdges.toNode })
            .from(graphEdges)
            .where(and(eq(graphEdges.fromNode, nodeId), eq(graphEdges.edgeType, "generates"))),
        ),
      ),
    )
    .orderBy(asc(graphNodes.position));
}

export async function setScore(
  tx: Transaction,
  nodeId: string,
  score: number,
  metadata: Record<string, unknown>,
): Promise<void> {
  await tx.update(graphNodes).set({ score, metadata }).where(eq(graphNodes.id, nodeId));
}

/** Switches off every scored node below the threshold, except root and terminal nodes. */
export async function pruneNodes(
  tx: Transaction,
  graphId: string,
  threshold: number,
): Promise<string[]> {
  const pruned = await tx
    .update(graphNodes)
    .set({ isActive: false })
    .where(
      and(
        live(graphId),
        eq(graphNodes.isActive, true),
        eq(graphNodes.isTerminal, false),
        ne(graphNodes.nodeType, "root"),
        isNotNull(graphNodes.score),
        lt(graphNodes.score, threshold),
      ),
    )
    .returning({ id: graphNodes.id });
  return pruned.map(({ id }) => id);
}

/** Switches off nodes whatever their score. */
export function deactivateNodes(tx: Transaction, ids: readonly string[]): Promise<void> {
  return inPages(ids, (page) =>
    tx.update(graphNodes).set({ isActive: false }).where(inArray(graphNodes.id, page)),
  );
}

export async function countActiveNodes(tx: Transaction, graphId: string): Promise<number> {
  const [row] = await tx
    .select({ active: count() })
    .from(graphNodes)
    .where(and(live(graphId), eq(graphNodes.isActive, true)));
  return row?.active ?? 0;
}

/** The active nodes that no active node follows. */
export function leafNodes(tx: Transaction, graphId: string): Promise<NodeRow[]> {
  const follower = sql`follower`;
  return tx
    .select()
    .from(graphNodes)
    .where(
      and(
        live(graphId),
        eq(graphNodes.isActive, true),
        notExists(
          tx
            .select({ one: sql`1` })
            .from(graphEdges)
            .innerJoin(sql`graph_nodes as ${follower}`, sql`${follower}.id = ${graphEdges.toNode}`)
            .where(
              and(
                eq(graphEdges.fromNode, graphNodes.id),
                sql`${follower}.is_active = 1`,
                sql`${follower}.abandoned_on is null`,
              ),
            ),
        ),
      ),
    );
}

export function terminalNodes(tx: Transaction, graphId: string): Promise<NodeRow[]> {
  return tx
    .select()
    .from(graphNodes)
    .where(and(live(graphId), eq(graphNodes.isTerminal, true)));
}

export function markTerminal(tx: Transaction, ids: readonly string[]): Promise<void> {
  return inPages(ids, (page) =>
    tx.update(graphNodes).set({ isTerminal: true }).where(inArray(graphNodes.id, page)),
  );
}

export async function countNodes(tx: Transaction, graphId: string) {
  const [row] = await tx
    .select({
      nodes: count(),
      maxDepth: max(graphNodes.depth),
      active: sql`coalesce(sum(${graphNodes.isActive}), 0)`.mapWith(Number),
      terminal: sql`coalesce(sum(${graphNodes.isTerminal}), 0)`.mapWith(Number),
    })
    .from(graphNodes)
    .where(live(graphId));
  return row ?? { nodes: 0, maxDepth: 0, active: 0, terminal: 0 };
}

/** The edges whose ends are both part of the graph. */
export async function listArrows(tx: Transaction, graphId: string): Promise<Arrow[]> {
  const rows = await tx
    .select({ from: graphEdges.fromNode, to: graphEdges.toNode })
    .from(graphEdges)
    .innerJoin(graphNodes, eq(graphNodes.id, graphEdges.toNode))
    .where(and(eq(graphEdges.graphId, graphId), isNull(graphNodes.abandonedOn)))
    .orderBy(asc(graphEdges.position));
  return rows.map(({ from, to }): Arrow => [from, to]);
}

export function toGraphNode(row: NodeRow): GraphNode {
  return {
    id: row.id,
    graph_id: row.graphId,
    content: row.content,
    node_type: row.nodeType,
    score: row.score,
    depth: row.depth,
    is_active: row.isActive,
    is_terminal: row.isTerminal,
    created_at: isoTime(row.createdAt),
  };
}

export function toGraphEdge(row: EdgeRow): GraphEdge {
  return {
    id: row.id,
    graph_id: row.graphId,
    from_node: row.fromNode,
    to_node: row.toNode,
    edge_type: row.edgeType,
    weight: row.weight,
    created_at: isoTime(row.createdAt),
  };
}
