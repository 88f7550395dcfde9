import { defineTool } from "@faculties/mcp-kit";
import { KgExportInput, KgExportOutput } from "@faculties/schemas/orchestrator-resources/kg-export";
import { READS } from "./annotations.ts";
import type { Context } from "../context.ts";
import { writeTriples } from "../domain/write-triples.ts";
import { allTriples } from "../store/knowledge.ts";

export const kgExportTool = defineTool({
  name: "kg_export",
  title: "Export facts",
  description: "Export (dump) all facts of the knowledge graph as JSON or N-Triples text.",
  input: KgExportInput,
  output: KgExportOutput,
  annotations: READS,
  async run({ format }, { database }: Context) {
    const triples = await database.query((tx) => allTriples(tx));
    return { format, count: triples.length, content: writeTriples(triples, format) };
  },
});
