import type { GraphEdge, GraphNode } from "@faculties/schemas/langbase-reasoning";
import type { EdgeRow, NodeRow } from "../store/node-store.ts";
import { iso } from "./iso.ts";

export function nodeView(row: NodeRow): GraphNode {
  return {
    id: row.id,
    graph_id: row.graphId,
    content: row.content,
    node_type: row.nodeType,
    score: row.score,
    depth: row.depth,
    is_active: row.isActive,
    is_terminal: row.isTerminal,
    created_at: iso(row.createdAt),
  };
}

export function edgeView(row: EdgeRow): GraphEdge {
  return {
    id: row.id,
    graph_id: row.graphId,
    from_node: row.fromNode,
    to_node: row.toNode,
    edge_type: row.edgeType,
    weight: row.weight,
    created_at: iso(row.createdAt),
  };
}
