import { defineTool } from "@faculties/mcp-kit";
import {
  GraphDiffInput,
  GraphDiffOutput,
} from "@faculties/schemas/orchestrator-resources/graph-diff";
import { READS } from "./annotations.ts";
import type { Context } from "../context.ts";

export const graphDiffTool = defineTool({
  name: "graph_diff",
  title: "Compare versions",
  description:
    "Show what changed between two versions of a graph, the difference as a JSON Patch (RFC 6902).",
  input: GraphDiffInput,
  output: GraphDiffOutput,
  annotations: READS,
  async run({ graph_id, from_version, to_version }, { database, graphs }: Context) {
    const { diffGraphs } = await import("../domain/diff-graphs.ts");
    const [before, after] = await database.read(async (tx) => [
      await graphs.load(tx, graph_id, from_version),
      await graphs.load(tx, graph_id, to_version),
    ]);
    const difference = diffGraphs(before.state, after.state);
    return { graph_id, from_version, to_version: after.version, ...difference };
  },
});
