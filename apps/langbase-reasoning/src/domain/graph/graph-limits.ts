import { invalid } from "../reasoning-error.ts";

export type GraphLimits = { maxDepth: number; maxBranches: number; pruneThreshold: number };

export const DEFAULT_LIMITS: GraphLimits = { maxDepth: 10, maxBranches: 10, pruneThreshold: 0.3 };

/** The depth of a node that follows from `sources`; throws when the graph may not grow that deep. */
export function depthBelow(
  sources: readonly { id: string; depth: number }[],
  { maxDepth }: GraphLimits,
  field: string,
): number {
  const depth = Math.max(...sources.map((source) => source.depth)) + 1;
  if (depth <= maxDepth) return depth;
  const deepest = sources.find((source) => source.depth === depth - 1);
  throw invalid(
    field,
    `Node ${deepest?.id ?? ""} is at depth ${depth - 1}, the max_depth of this graph; nothing may follow it`,
  );
}

/** How many of the `wanted` children a node may still have; throws when it is none. */
export function roomForChildren(
  wanted: number,
  present: number,
  { maxBranches }: GraphLimits,
): number {
  const room = Math.max(0, maxBranches - present);
  if (room === 0)
    throw invalid(
      "node_id",
      `The node has ${present} children, the max_branches of this graph; prune some or continue another node`,
    );
  return Math.min(wanted, room);
}
