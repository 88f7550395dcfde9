import { defineTool } from "@faculties/mcp-kit";
import {
  PlanCompileBtInput,
  PlanCompileBtOutput,
} from "@faculties/schemas/orchestrator-resources/plan-compile-bt";
import { READS } from "./annotations.ts";
import type { Context } from "../context.ts";
import { tasksOf } from "../domain/behaviour-tree.ts";
import { compileTree } from "../domain/compile-tree.ts";

export const planCompileBtTool = defineTool({
  name: "plan_compile_bt",
  title: "Compile to a tree",
  description:
    "Convert a graph (workflow) into the behaviour tree (behavior tree) that does the same as a run of it would; start that with plan_run_bt.",
  input: PlanCompileBtInput,
  output: PlanCompileBtOutput,
  annotations: READS,
  async run({ graph_id, version }, { database, graphs }: Context) {
    const found = await database.read((tx) => graphs.load(tx, graph_id, version));
    const tree = compileTree(found.state);
    return { graph_id, graph_version: found.version, tree, task_count: tasksOf(tree).length };
  },
});
