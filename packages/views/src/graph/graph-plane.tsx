import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { ZoomTransform } from "d3-zoom";
import { curveBumpX, curveBumpY, line } from "d3-shape";
import {
  type GraphViewEdge,
  type GraphViewNode,
  type GraphViewProps,
  NODE_SIZE,
} from "./graph-model.ts";
import type { GraphLayout, Point, Size } from "./layout-graph.ts";
import { nearestNode } from "./nearest-node.ts";
import { useZoom } from "./use-zoom.ts";

type Props = Omit<GraphViewProps, "direction"> & { layout: GraphLayout };
type Area = { left: number; top: number; right: number; bottom: number };

const EVERYTHING: Area = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };
/** Below this scale a title could not be read. */
const LEGIBLE = 0.4;
/** Few enough to be drawn whether they are in sight or not. */
const FEW = 300;

export function GraphPlane({ label, nodes, edges, layout, selected, onSelect }: Props) {
  const [area, setArea] = useState(EVERYTHING);
  const [isFar, setIsFar] = useState(false);
  const [current, setCurrent] = useState(nodes[0]?.id ?? "");
  const sight = useRef(EVERYTHING);
  const zoom = useZoom((transform, frame) => {
    setIsFar(transform.k < LEGIBLE);
    if (nodes.length <= FEW || isWithin(areaOf(transform, frame, 0), sight.current)) return;
    sight.current = areaOf(transform, frame, 1);
    setArea(sight.current);
  });
  useEffect(() => {
    if (zoom.frame.current === null) return undefined;
    // Told once at the beginning, then whenever the window changes.
    const observer = new ResizeObserver(() => zoom.fit(layout));
    observer.observe(zoom.frame.current);
    return () => observer.disconnect();
  }, [layout, zoom]);

  const known = layout.places.has(current) ? current : (nodes[0]?.id ?? "");
  const isWalking = useRef(false);
  const go = (id: string) => {
    const place = layout.places.get(id);
    if (place) zoom.reveal(place);
    isWalking.current = true;
    setCurrent(id);
  };
  // Before the next key, which must not go to the node that was left.
  useLayoutEffect(() => {
    if (isWalking.current)
      zoom.frame.current?.querySelector<HTMLElement>("[tabindex='0']")?.focus();
    isWalking.current = false;
  }, [known, zoom]);
  const walk = (event: KeyboardEvent) => {
    if (event.key === "+") zoom.closer();
    else if (event.key === "-") zoom.further();
    else if (event.key === "0") zoom.fit(layout);
    else {
      const next = nearestNode(layout.places, known, event.key);
      if (next === undefined) return;
      go(next);
    }
    event.preventDefault();
  };

  const placed = nodes.flatMap((node) => {
    const place = layout.places.get(node.id);
    return place && (isInside(place, area) || node.id === known) ? [{ node, place }] : [];
  });
  return (
    <div class="graph" role="group" aria-label={label} onKeyDown={walk}>
      <div class="graph-frame" ref={zoom.frame} style={{ height: heightFor(layout) }}>
        <div class={isFar ? "graph-plane graph-far" : "graph-plane"} ref={zoom.plane}>
          <GraphEdges edges={edges} layout={layout} area={area} />
          {placed.map(({ node, place }) => (
            <GraphNode
              key={node.id}
              node={node}
              place={place}
              isSelected={node.id === selected}
              isCurrent={node.id === known}
              onSelect={() => {
                setCurrent(node.id);
                onSelect?.(node.id);
              }}
            />
          ))}
        </div>
      </div>
      <div class="graph-tools">
        <button type="button" class="quiet" aria-label="Zoom in" onClick={zoom.closer}>
          +
        </button>
        <button type="button" class="quiet" aria-label="Zoom out" onClick={zoom.further}>
          −
        </button>
        <button type="button" class="quiet" onClick={() => zoom.fit(layout)}>
          Fit
        </button>
        <span class="graph-count">
          {count(nodes.length, "node")}, {count(edges.length, "link")}
        </span>
      </div>
    </div>
  );
}

type NodeProps = {
  node: GraphViewNode;
  place: Point;
  isSelected: boolean;
  isCurrent: boolean;
  onSelect(): void;
};

function GraphNode({ node, place, isSelected, isCurrent, onSelect }: NodeProps) {
  const { title, note, tone = "plain", score, isFaded } = node;
  const style = {
    left: `${place.x - NODE_SIZE.width / 2}px`,
    top: `${place.y - NODE_SIZE.height / 2}px`,
    width: `${NODE_SIZE.width}px`,
    height: `${NODE_SIZE.height}px`,
    ...(typeof score === "number" && { "--score": String(score) }),
  };
  const classes = ["graph-node", `tone-${tone}`];
  if (typeof score === "number") classes.push("is-scored");
  if (isFaded) classes.push("is-faded");
  return (
    <button
      type="button"
      class={classes.join(" ")}
      style={style}
      title={title}
      tabIndex={isCurrent ? 0 : -1}
      aria-pressed={isSelected}
      onClick={onSelect}
    >
      <span class="graph-title">{title}</span>
      {note !== undefined && <span class="graph-note">{note}</span>}
    </button>
  );
}

type EdgesProps = { edges: readonly GraphViewEdge[]; layout: GraphLayout; area: Area };

function GraphEdges({ edges, layout, area }: EdgesProps) {
  const draw = line<Point>(
    (point) => point.x,
    (point) => point.y,
  ).curve(layout.direction === "right" ? curveBumpX : curveBumpY);
  return (
    <svg class="graph-edges" width={layout.width} height={layout.height} aria-hidden="true">
      {edges.map(({ from, to, label, isDashed }, index) => {
        const route = layout.routes[index];
        if (!route?.some((point) => isInside(point, area))) return null;
        const middle = route[Math.floor(route.length / 2)];
        return (
          <g key={`${from} ${to}`}>
            <path class={isDashed ? "is-dashed" : ""} d={draw([...route]) ?? ""} />
            {label !== undefined && middle && (
              <text x={middle.x} y={middle.y - 6}>
                {label}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}

/** As high as a small graph needs, never higher than half a screen or so. */
const heightFor = ({ height }: Size): string =>
  `clamp(180px, ${Math.ceil(height) + 80}px, max(300px, 56vh))`;

function areaOf(transform: ZoomTransform, { width, height }: Size, margin: number): Area {
  const [left, top] = transform.invert([-width * margin, -height * margin]);
  const [right, bottom] = transform.invert([width * (1 + margin), height * (1 + margin)]);
  return { left, top, right, bottom };
}

function isInside({ x, y }: Point, { left, top, right, bottom }: Area): boolean {
  const { width, height } = NODE_SIZE;
  return x > left - width && x < right + width && y > top - height && y < bottom + height;
}

function isWithin(inner: Area, outer: Area): boolean {
  return (
    outer !== EVERYTHING &&
    inner.left >= outer.left &&
    inner.top >= outer.top &&
    inner.right <= outer.right &&
    inner.bottom <= outer.bottom
  );
}

const count = (number: number, what: string): string =>
  `${number} ${what}${number === 1 ? "" : "s"}`;
