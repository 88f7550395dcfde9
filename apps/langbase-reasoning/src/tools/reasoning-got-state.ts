import { defineTool } from "@faculties/mcp-kit";
import {
  ReasoningGotStateInput,
  ReasoningGotStateOutput,
} from "@faculties/schemas/langbase-reasoning/reasoning-got-state";
import type { Context } from "../context.ts";
import { READS } from "./annotations.ts";

export const reasoningGotStateTool = defineTool({
  name: "reasoning_got_state",
  title: "State",
  description:
    "Get the current state of the reasoning graph including node counts and structure. Shows status, depth and how many nodes the graph of thoughts has by now. Needs no model.",
  toolset: "got",
  hasView: true,
  input: ReasoningGotStateInput,
  output: ReasoningGotStateOutput,
  annotations: READS,
  async run({ graph_id }, { store }: Context) {
    const { graphState } = await import("../graph/manage-graph.ts");
    return graphState(store, graph_id);
  },
});
