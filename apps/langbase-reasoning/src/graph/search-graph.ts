import type { ToolCall } from "@faculties/mcp-kit";
import type {
  ReasoningGotSearchInput,
  ReasoningGotSearchOutput,
  SEARCH_ENDS,
} from "@faculties/schemas/langbase-reasoning/reasoning-got-search";
import type { Context } from "../context.ts";
import { reasoningError } from "../domain/reasoning-error.ts";
import { shortNumber } from "../domain/numbers.ts";
import { withNotes } from "../domain/with-notes.ts";
import { counted } from "../domain/words.ts";
import { spendingOf } from "../model-calls/spending.ts";
import { generateNodes } from "./generate-nodes.ts";
import { concludeGraph, createGraph } from "./manage-graph.ts";
import { rateNodes } from "./score-node.ts";

type Found = {
  id: string;
  content: string;
  depth: number;
  score: number;
  above: Found | undefined;
  /** How promising it is to continue it: its score, less each time that it was continued. */
  promise: number;
};
type End = (typeof SEARCH_ENDS)[number];

const OTHERS_SHOWN = 4;
/** A thought may be continued again when nothing better is open, in ways that differ from those before. */
const MOST_TIMES = 3;
const FADING = 0.6;
const UNRATED = 0.5;

/** Generates, rates and keeps the best until a target, the budget or a lack of progress ends the search. */
export async function searchGraph(
  context: Context,
  input: ReasoningGotSearchInput,
  call: ToolCall,
): Promise<ReasoningGotSearchOutput> {
  const { problem, content = problem, session_id, k, max_depth } = input;
  const graph = await createGraph(context.store, {
    content,
    session_id,
    problem,
    config: { max_depth, max_branches: k * MOST_TIMES },
  });
  const { graph_id, root_node_id } = graph;
  const root: Found = {
    id: root_node_id,
    content,
    depth: 0,
    score: 0,
    above: undefined,
    promise: UNRATED,
  };
  const scored: Found[] = [];
  const seen = new Set<string>();
  const notes = new Set<string>();
  /** Thoughts that nobody has continued yet; the newest level is continued first by a beam. */
  let open = [root];
  let newest = [root];
  let [levels, stale, bestScore] = [0, 0, -1];
  let end: End | undefined;
  const result = () => describe(graph, scored, { levels, end: end ?? "budget", call });
  while (end === undefined) {
    // One call for each thought that is continued, and one to rate the results.
    const room = input.budget_calls - spendingOf(call).calls - 1;
    const candidates = input.strategy === "beam" && newest.length > 0 ? newest : open;
    const frontier = bestFirst(candidates).slice(0, Math.max(0, Math.min(input.width, room)));
    if (frontier.length === 0) {
      end = room < 1 ? "budget" : "exhausted";
      break;
    }
    call.progress(
      spendingOf(call).calls,
      input.budget_calls,
      `Level ${levels + 1}: ${counted(frontier.length, "thought")} to continue, best score so far ${shortNumber(Math.max(0, bestScore))}`,
    );
    const grown = await Promise.allSettled(
      frontier.map((above) => continuations(context, { graph_id, above, k }, call)),
    );
    call.signal.throwIfAborted();
    const failed = grown.flatMap((one) =>
      one.status === "rejected" ? [one.reason as unknown] : [],
    );
    // A thought that cannot be continued is a dead end; if none can, something else is wrong.
    if (failed.length === grown.length) throw failed[0];
    if (failed.length > 0)
      notes.add("Some thoughts could not be continued and count as dead ends.");
    // Different paths may lead to the same thought, which need not be rated twice.
    const fresh = grown
      .flatMap((one) => (one.status === "fulfilled" ? one.value : []))
      .filter(({ content: text }) => !seen.has(text) && seen.add(text));
    const rated =
      fresh.length === 0 ? { nodes: [], notes: [] } : await rate(context, graph_id, fresh, call);
    for (const note of rated.notes) notes.add(note);
    levels += 1;
    scored.push(...rated.nodes);
    newest = rated.nodes.filter(({ depth }) => depth < max_depth);
    const again = frontier.filter((one, index) => {
      one.promise *= FADING;
      const made = grown[index];
      return made?.status === "fulfilled" && made.value.length >= k;
    });
    open = [...open.filter((one) => !frontier.includes(one)), ...newest, ...again];
    call.keepPartial(result);
    const highest = Math.max(-1, ...scored.map(({ score }) => score));
    stale = highest > bestScore ? 0 : stale + 1;
    bestScore = highest;
    if (bestScore >= input.target_score) end = "target";
    else if (isOverTokens(input, call)) end = "budget";
    else if (stale >= input.patience) end = "no_improvement";
  }
  const found = result();
  await concludeGraph(context.store, { graph_id, terminal_node_ids: [found.best.node_id] });
  return withNotes(found, [...notes]);
}

function bestFirst(nodes: readonly Found[]): Found[] {
  return nodes.toSorted((left, right) => right.promise - left.promise);
}

async function continuations(
  context: Context,
  { graph_id, above, k }: { graph_id: string; above: Found; k: number },
  call: ToolCall,
): Promise<Found[]> {
  const { nodes } = await generateNodes(context, { graph_id, node_id: above.id, k }, call);
  return nodes.map(({ id, content, depth }) => ({
    id,
    content,
    depth,
    score: 0,
    above,
    promise: 0,
  }));
}

function isOverTokens(
  { budget_tokens = Infinity }: ReasoningGotSearchInput,
  call: ToolCall,
): boolean {
  return spendingOf(call).tokens >= budget_tokens;
}

async function rate(context: Context, graph_id: string, nodes: readonly Found[], call: ToolCall) {
  const ids = nodes.map(({ id }) => id);
  const { rated, notes } = await rateNodes(context, { graph_id }, ids, call);
  const scores = new Map(rated.map(({ node_id, score }) => [node_id, score]));
  return {
    // A thought that the model did not rate cannot be the best one.
    nodes: nodes.flatMap((node) => {
      const score = scores.get(node.id);
      return score === undefined ? [] : [{ ...node, score, promise: score }];
    }),
    notes,
  };
}

function describe(
  { graph_id, session_id }: { graph_id: string; session_id: string },
  scored: readonly Found[],
  { levels, end, call }: { levels: number; end: End; call: ToolCall },
): ReasoningGotSearchOutput {
  const ranked = scored.toSorted(
    (left, right) => right.score - left.score || left.depth - right.depth,
  );
  const [best, ...others] = ranked;
  if (best === undefined)
    throw reasoningError(
      "ApiError",
      "The model gave no thought to rate. Try again with a larger budget.",
    );
  const { calls, tokens } = spendingOf(call);
  return {
    graph_id,
    session_id,
    best: { ...publicNode(best), path: pathOf(best) },
    others: others.slice(0, OTHERS_SHOWN).map(publicNode),
    stopped_by: end,
    levels,
    nodes_scored: scored.length,
    calls,
    tokens,
  };
}

function publicNode({ id, content, score, depth }: Found) {
  return { node_id: id, content, score, depth };
}

function pathOf(node: Found): string[] {
  return node.above === undefined ? [] : [...pathOf(node.above), node.content];
}
