import { defineTool } from "@faculties/mcp-kit";
import { ReasoningExportInput, ReasoningExportOutput } from "@faculties/schemas/langbase-reasoning";
import type { Context } from "../context.ts";
import { renderSession } from "../views/render-session.ts";
import { readSessionRecord } from "../views/session-record.ts";
import { READS } from "./annotations.ts";

export const reasoningExport = defineTool({
  name: "reasoning_export",
  title: "Export",
  description: "Export a session as JSON, Markdown or Mermaid.",
  toolset: "observe",
  input: ReasoningExportInput,
  output: ReasoningExportOutput,
  annotations: READS,
  text: ({ content }) => content,
  async run({ session_id, format }, { store }: Context) {
    const record = await store.read((unit) => readSessionRecord(unit, session_id));
    return {
      session_id,
      format,
      content: renderSession(record, format),
      thought_count: record.thoughts.length,
    };
  },
});
