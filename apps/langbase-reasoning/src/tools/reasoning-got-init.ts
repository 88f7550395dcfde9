import { defineTool } from "@faculties/mcp-kit";
import {
  ReasoningGotInitInput,
  ReasoningGotInitOutput,
} from "@faculties/schemas/langbase-reasoning";
import type { Context } from "../context.ts";
import { DEFAULT_CONFIDENCE } from "../domain/default-confidence.ts";
import { DEFAULT_LIMITS } from "../domain/graph/graph-limits.ts";
import { withinSession } from "../store/within-session.ts";
import { RECORDS } from "./annotations.ts";

export const reasoningGotInit = defineTool({
  name: "reasoning_got_init",
  title: "Graph",
  description: "Start a graph of thoughts.",
  toolset: "got",
  input: ReasoningGotInitInput,
  output: ReasoningGotInitOutput,
  annotations: RECORDS,
  async run({ content, session_id, problem, config = {} }, { store }: Context) {
    const { graph, root } = await store.write(async (unit) => {
      const session = await unit.sessions.enter(session_id, "got");
      const added = await unit.graphs.add(session.id, problem, {
        maxDepth: config.max_depth ?? DEFAULT_LIMITS.maxDepth,
        maxBranches: config.max_branches ?? DEFAULT_LIMITS.maxBranches,
        pruneThreshold: config.prune_threshold ?? DEFAULT_LIMITS.pruneThreshold,
      });
      const node = {
        content,
        nodeType: "root",
        depth: 0,
        sources: [],
        edgeType: "generates",
        weight: 1,
      } as const;
      const [first] = await unit.nodes.add(added.id, [node]);
      return { graph: added, root: first?.id ?? "" };
    }, withinSession(session_id));
    return {
      graph_id: graph.id,
      session_id: graph.sessionId,
      root_node_id: root,
      content,
      confidence: DEFAULT_CONFIDENCE,
    };
  },
});
