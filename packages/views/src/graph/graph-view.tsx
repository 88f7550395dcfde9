import { useEffect, useMemo, useState } from "preact/hooks";
import { type GraphViewProps, NODE_SIZE } from "./graph-model.ts";
import { GraphPlane } from "./graph-plane.tsx";
import type { Direction, GraphLayout } from "./layout-graph.ts";

/** A graph in layers: pan by dragging, zoom with the buttons, walk with the arrow keys. */
export function GraphView({ nodes, edges, direction = "right", ...rest }: GraphViewProps) {
  const shape = JSON.stringify([
    direction,
    nodes.map(({ id }) => id),
    edges.map(({ from, to }) => [from, to]),
  ]);
  const layout = useLayout(shape);
  if (nodes.length === 0) return null;
  if (layout === undefined)
    return (
      <div class="graph graph-waiting" role="status">
        Drawing…
      </div>
    );
  return <GraphPlane {...rest} nodes={nodes} edges={edges} layout={layout} />;
}

/** Drawn again only when the shape changes, not when a node changes its colour. */
function useLayout(shape: string): GraphLayout | undefined {
  const [done, setDone] = useState<{ shape: string; layout: GraphLayout }>();
  useEffect(() => {
    let isWanted = true;
    void import("./layout-graph.ts").then(({ layoutGraph }) => {
      if (!isWanted) return;
      const [direction, ids, pairs] = JSON.parse(shape) as [
        Direction,
        string[],
        [string, string][],
      ];
      const links = pairs.map(([from, to]) => ({ from, to }));
      setDone({ shape, layout: layoutGraph({ ids, links, node: NODE_SIZE, direction }) });
    });
    return () => {
      isWanted = false;
    };
  }, [shape]);
  return useMemo(() => (done?.shape === shape ? done.layout : undefined), [done, shape]);
}
