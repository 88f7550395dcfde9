import { defineTool } from "@faculties/mcp-kit";
import {
  GraphPathsInput,
  GraphPathsOutput,
} from "@faculties/schemas/orchestrator-resources/graph-paths";
import { READS } from "./annotations.ts";
import type { Context } from "../context.ts";

export const graphPathsTool = defineTool({
  name: "graph_paths",
  title: "Find paths",
  description:
    "Find the shortest or cheapest paths from one node to another, by edge weight, avoiding some nodes or passing through others.",
  input: GraphPathsInput,
  output: GraphPathsOutput,
  annotations: READS,
  async run({ graph_id, version, ...request }, { database, graphs }: Context) {
    const { shortestPaths } = await import("../domain/shortest-paths.ts");
    const found = await database.read((tx) => graphs.load(tx, graph_id, version));
    const paths = shortestPaths(found.state, request);
    return { graph_id, version: found.version, paths, count: paths.length };
  },
});
