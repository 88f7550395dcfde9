import * as z from "zod";
import { count, text } from "./response-fields.ts";
import { graphId, graphVersion } from "./tool-parameters.ts";

export const GRAPH_EXPORT_FORMATS = ["json", "mermaid", "dot"] as const;

export const GraphExportInput = z.strictObject({
  graph_id: graphId,
  format: z.enum(GRAPH_EXPORT_FORMATS).default("mermaid").describe("Diagram or text format"),
  version: graphVersion,
});
export type GraphExportInput = z.infer<typeof GraphExportInput>;

export const GraphExportOutput = z.object({
  graph_id: text,
  version: count,
  format: z.enum(GRAPH_EXPORT_FORMATS),
  content: text,
});
export type GraphExportOutput = z.infer<typeof GraphExportOutput>;
