import { defineTool } from "@faculties/mcp-kit";
import {
  GraphCriticalPathInput,
  GraphCriticalPathOutput,
} from "@faculties/schemas/orchestrator-resources/graph-critical-path";
import { READS } from "./annotations.ts";
import type { Context } from "../context.ts";

export const graphCriticalPathTool = defineTool({
  name: "graph_critical_path",
  title: "Critical path",
  description:
    "Find the critical path: the longest chain of tasks, which determines how long everything takes, and the slack of every task.",
  input: GraphCriticalPathInput,
  output: GraphCriticalPathOutput,
  annotations: READS,
  async run(input, { database, graphs }: Context) {
    const { criticalPath } = await import("../domain/critical-path.ts");
    const { graph_id, version, duration_attribute: attribute, default_duration: usual } = input;
    const found = await database.read((tx) => graphs.load(tx, graph_id, version));
    return { graph_id, version: found.version, ...criticalPath(found.state, { attribute, usual }) };
  },
});
