import { defineTool } from "@faculties/mcp-kit";
import {
  ReasoningExportInput,
  ReasoningExportOutput,
} from "@faculties/schemas/langbase-reasoning/reasoning-export";
import type { Context } from "../context.ts";
import { renderSession } from "../domain/export/render-session.ts";
import { READS } from "./annotations.ts";

export const reasoningExportTool = defineTool({
  name: "reasoning_export",
  title: "Export",
  description:
    "Export a reasoning session as JSON, Markdown or a Mermaid diagram: all thoughts, branches and results to read, share or archive. Needs no model.",
  toolset: "observe",
  input: ReasoningExportInput,
  output: ReasoningExportOutput,
  annotations: READS,
  text: ({ content }) => content,
  async run({ session_id, format }, { store }: Context) {
    const { readSession } = await import("../sessions/read-session.ts");
    const record = await readSession(store, session_id);
    return {
      session_id,
      format,
      content: renderSession(record, format),
      thought_count: record.thoughts.length,
    };
  },
});
