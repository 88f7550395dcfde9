import { defineTool } from "@faculties/mcp-kit";
import {
  GraphValidateInput,
  GraphValidateOutput,
} from "@faculties/schemas/orchestrator-resources/graph-validate";
import { READS } from "./annotations.ts";
import type { Context } from "../context.ts";
import { validateGraph } from "../domain/validate-graph.ts";

export const graphValidateTool = defineTool({
  name: "graph_validate",
  title: "Validate a graph",
  description:
    "Check whether a plan (graph, workflow) can run: finds errors such as cycles, missing commands or programs that are not allowed, before it is started. For the order in which it would run use plan_dry_run.",
  input: GraphValidateInput,
  output: GraphValidateOutput,
  annotations: READS,
  async run({ graph_id, version }, { database, graphs }: Context) {
    const found = await database.read((tx) => graphs.load(tx, graph_id, version));
    const { errors, warnings } = validateGraph(found.state);
    return { graph_id, version: found.version, valid: errors.length === 0, errors, warnings };
  },
});
