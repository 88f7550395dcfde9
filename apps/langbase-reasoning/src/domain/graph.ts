import { tidy } from "./numbers.ts";
import { divisorOf } from "./decision/scales.ts";
import { invalid, reasoningError } from "./reasoning-error.ts";

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

/** How many of the `wanted` children a node may still have; throws if none. */
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

export type Arrow = readonly [from: string, to: string];

/** The nodes above each of `ids`, from the root down; of several sources the first one counts. Arrows come oldest first. */
export function pathsFromRoot(ids: readonly string[], arrows: readonly Arrow[]): string[][] {
  const above = new Map<string, string>();
  for (const [from, to] of arrows) if (!above.has(to)) above.set(to, from);
  return ids.map((id) => {
    const path: string[] = [];
    for (let node = above.get(id); node !== undefined; node = above.get(node)) path.unshift(node);
    return path;
  });
}

type Standing = { id: string; isActive: boolean; isTerminal: boolean };

/** The active nodes that only inactive ones lead to. Nodes come oldest first, so each follows its sources. */
export function cutOffNodes(nodes: readonly Standing[], arrows: readonly Arrow[]): string[] {
  const sources = new Map<string, string[]>();
  for (const [from, to] of arrows) sources.set(to, [...(sources.get(to) ?? []), from]);
  const active = new Set(nodes.flatMap(({ id, isActive }) => (isActive ? [id] : [])));
  const cutOff: string[] = [];
  for (const { id, isTerminal } of nodes) {
    const above = sources.get(id) ?? [];
    if (!active.has(id) || isTerminal || above.length === 0) continue;
    if (above.some((source) => active.has(source))) continue;
    active.delete(id);
    cutOff.push(id);
  }
  return cutOff;
}

/** Whether the arrows form a cycle: whether nodes remain after removing, one by one, those without incoming arrows. */
export function hasCycle(arrows: readonly Arrow[]): boolean {
  const incoming = new Map<string, number>();
  const following = new Map<string, string[]>();
  for (const [from, to] of arrows) {
    if (!incoming.has(from)) incoming.set(from, 0);
    incoming.set(to, (incoming.get(to) ?? 0) + 1);
    const known = following.get(from);
    if (known === undefined) following.set(from, [to]);
    else known.push(to);
  }
  const free = [...incoming].flatMap(([node, count]) => (count === 0 ? [node] : []));
  let removed = 0;
  for (let node = free.pop(); node !== undefined; node = free.pop()) {
    removed += 1;
    for (const next of following.get(node) ?? []) {
      const left = (incoming.get(next) ?? 0) - 1;
      incoming.set(next, left);
      if (left === 0) free.push(next);
    }
  }
  return removed < incoming.size;
}

export type ScoreParts = {
  relevance?: number | undefined;
  validity?: number | undefined;
  depth?: number | undefined;
  novelty?: number | undefined;
  score?: number | undefined;
};

export type Score = {
  score: number;
  breakdown: { relevance: number; validity: number; depth: number; novelty: number };
  /** The criteria that the answer left out. */
  missing: string[];
  /** By which the model's figures were divided. */
  divisor: number;
};

const CRITERIA = ["relevance", "validity", "depth", "novelty"] as const;

/**
 * The mean of the four criteria, on a scale from 0 to 1. A missing one counts as the overall score, or as the mean of the
 * others; an answer without any is not a rating.
 */
export function overallScore(parts: ScoreParts): Score {
  const figures = [...CRITERIA, "score" as const].flatMap((name) => parts[name] ?? []);
  const divisor = divisorOf(figures);
  if (figures.length === 0 || divisor === undefined)
    throw reasoningError(
      "ApiError",
      figures.length === 0
        ? "The model did not rate the node. Try again."
        : "The model's ratings are on no common scale from 0 to 1. Try again.",
    );
  const given = CRITERIA.flatMap((name) => parts[name] ?? []);
  const mean = given.reduce((sum, part) => sum + part, 0) / given.length;
  const standIn = parts.score ?? mean;
  const of = (name: (typeof CRITERIA)[number]) => (parts[name] ?? standIn) / divisor;
  const breakdown = {
    relevance: of("relevance"),
    validity: of("validity"),
    depth: of("depth"),
    novelty: of("novelty"),
  };
  const total = CRITERIA.reduce((sum, name) => sum + breakdown[name], 0);
  return {
    score: tidy(total / CRITERIA.length),
    breakdown,
    missing: CRITERIA.filter((name) => parts[name] === undefined),
    divisor,
  };
}

type Scored = { score: number | null; position: number };

/** Best score first, unscored last, older ones first among equals. */
export function sortConclusions<Node extends Scored>(nodes: readonly Node[]): Node[] {
  return nodes.toSorted(
    (left, right) => (right.score ?? -1) - (left.score ?? -1) || left.position - right.position,
  );
}
