import { defineTool } from "@faculties/mcp-kit";
import { BbQueryInput, BbQueryOutput } from "@faculties/schemas/orchestrator-resources/bb-query";
import { READS } from "./annotations.ts";
import type { Context } from "../context.ts";

export const bbQueryTool = defineTool({
  name: "bb_query",
  title: "Query entries",
  description:
    "Find entries of the shared blackboard: all keys that begin with a prefix, of a namespace, or having certain tags. One page. For one known key use bb_get.",
  input: BbQueryInput,
  output: BbQueryOutput,
  annotations: READS,
  run: (input, { database, blackboard }: Context) =>
    database.query((tx) => blackboard.query(tx, input, database.now())),
});
