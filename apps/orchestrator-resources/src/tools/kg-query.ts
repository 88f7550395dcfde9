import { defineTool } from "@faculties/mcp-kit";
import { KgQueryInput, KgQueryOutput } from "@faculties/schemas/orchestrator-resources/kg-query";
import { READS } from "./annotations.ts";
import type { Context } from "../context.ts";
import { queryTriples } from "../store/knowledge.ts";

export const kgQueryTool = defineTool({
  name: "kg_query",
  title: "Query facts",
  description:
    "What does the knowledge graph say about something? Find its facts by subject, predicate, object or source. One page.",
  input: KgQueryInput,
  output: KgQueryOutput,
  annotations: READS,
  run: (input, { database }: Context) => database.query((tx) => queryTriples(tx, input)),
});
