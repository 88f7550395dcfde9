import { defineTool } from "@faculties/mcp-kit";
import {
  ReasoningGotSearchInput,
  ReasoningGotSearchOutput,
} from "@faculties/schemas/langbase-reasoning/reasoning-got-search";
import type { Context } from "../context.ts";
import { THINKS } from "./annotations.ts";

export const reasoningGotSearchTool = defineTool({
  name: "reasoning_got_search",
  title: "Search",
  description:
    "Search for the best solution of a problem in one call: the server generates continuations, rates each level in a single model call, keeps the best and goes on until a target score, the budget or no improvement ends it. Use it for problems whose partial solutions can be judged, such as puzzles, plans and designs; not for plain questions. Costs up to budget_calls model calls; the graph stays open for the other got tools.",
  toolset: "search",
  input: ReasoningGotSearchInput,
  output: ReasoningGotSearchOutput,
  annotations: THINKS,
  isLong: () => true,
  async run(input, context: Context, call) {
    const { searchGraph } = await import("../graph/search-graph.ts");
    return searchGraph(context, input, call);
  },
});
