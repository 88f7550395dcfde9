import * as z from "zod";
import { count, text } from "./response-fields.ts";
import { sessionId } from "./tool-parameters.ts";

export const EXPORT_FORMATS = ["json", "markdown", "mermaid"] as const;

export const ReasoningExportInput = z.object({
  session_id: sessionId,
  format: z
    .enum(EXPORT_FORMATS)
    .default("markdown")
    .describe("json: everything; markdown: to read; mermaid: a diagram"),
});
export type ReasoningExportInput = z.infer<typeof ReasoningExportInput>;

export const ReasoningExportOutput = z.object({
  session_id: text,
  format: z.enum(EXPORT_FORMATS),
  content: text,
  thought_count: count,
});
export type ReasoningExportOutput = z.infer<typeof ReasoningExportOutput>;
