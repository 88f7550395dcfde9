import {
  coordGreedy,
  coordSimplex,
  decrossDfs,
  decrossTwoLayer,
  graphConnect,
  layeringLongestPath,
  sugiyama,
} from "d3-dag";

export type Point = { x: number; y: number };
export type Size = { width: number; height: number };
export type Link = { from: string; to: string };
export type Direction = "right" | "down";
export type GraphLayout = Size & {
  direction: Direction;
  /** Centres of the nodes. */
  places: ReadonlyMap<string, Point>;
  /** The route of each link, in the order of the links; undefined when an end is missing. */
  routes: readonly (readonly Point[] | undefined)[];
};

type Request = {
  ids: readonly string[];
  links: readonly Link[];
  node: Size;
  direction: Direction;
};

/** From here on, a layout that is quick counts for more than one with the fewest crossings. */
const MANY = 150;
const GAP = { along: 64, across: 24 };

/** Places nodes in layers, so that links point one way; cycles and parts that are not connected may be there. */
export function layoutGraph({ ids, links, node, direction }: Request): GraphLayout {
  const known = new Set(ids);
  const isDrawable = ({ from, to }: Link) => known.has(from) && known.has(to) && from !== to;
  const drawn = links.filter(isDrawable);
  const graph = graphConnect().single(true)([
    ...ids.map((id): [string, string] => [id, id]),
    ...drawn.map(({ from, to }): [string, string] => [from, to]),
  ]);
  const along = direction === "right" ? node.width : node.height;
  const across = direction === "right" ? node.height : node.width;
  const isLarge = ids.length > MANY;
  const layout = sugiyama()
    .layering(layeringLongestPath())
    .decross(isLarge ? decrossDfs() : decrossTwoLayer())
    .coord(isLarge ? coordGreedy() : coordSimplex())
    .nodeSize([across, along])
    .gap([GAP.across, GAP.along]);
  const { width, height } = layout(graph);

  const turn = (x: number, y: number): Point => (direction === "right" ? { x: y, y: x } : { x, y });
  const places = new Map([...graph.nodes()].map(({ data, x, y }) => [data, turn(x, y)]));
  const routeOf = new Map(
    [...graph.links()].map(({ source, target, points }) => [
      keyOf(source.data, target.data),
      points.map(([x, y]) => turn(x, y)),
    ]),
  );
  const routes = links.map((link) =>
    isDrawable(link) ? routeOf.get(keyOf(link.from, link.to)) : undefined,
  );
  const size = turn(width, height);
  return { direction, places, routes, width: size.x, height: size.y };
}

const keyOf = (from: string, to: string): string => JSON.stringify([from, to]);
