import type { GraphEdge } from "@faculties/schemas/langbase-reasoning/graph-edge";
import type { GraphNode } from "@faculties/schemas/langbase-reasoning/graph-node";
import { shortened } from "../format.ts";
import { GraphView } from "../graph/graph-view.tsx";

type Props = {
  nodes: readonly GraphNode[];
  edges: readonly Pick<GraphEdge, "from_node" | "to_node" | "edge_type">[];
  selected?: string | undefined;
  onSelect?: ((id: string) => void) | undefined;
};

const LONGEST_TITLE = 90;

/** A Graph of Thoughts; a node's colour is its score, pruned nodes are faded. */
export function ThoughtGraph({ nodes, edges, selected, onSelect }: Props) {
  return (
    <GraphView
      label="Graph of thoughts"
      direction="down"
      nodes={nodes.map(({ id, content, node_type, score, is_active, is_terminal }) => ({
        id,
        title: shortened(content, LONGEST_TITLE),
        note: [
          is_terminal ? "conclusion" : node_type,
          score === null ? "not scored" : score.toFixed(2),
          ...(is_active ? [] : ["pruned"]),
        ].join(" · "),
        score,
        isFaded: !is_active,
      }))}
      edges={edges.map(({ from_node, to_node, edge_type }) => ({
        from: from_node,
        to: to_node,
        isDashed: edge_type === "contradicts",
        ...(edge_type === "generates" ? {} : { label: edge_type }),
      }))}
      selected={selected}
      onSelect={onSelect}
    />
  );
}
