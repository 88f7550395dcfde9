import { renderMarkdown } from "../domain/export/render-markdown.ts";
import { renderMermaid } from "../domain/export/render-mermaid.ts";
import type { SessionRecord } from "../domain/export/session-record.ts";

export type ExportFormat = "json" | "markdown" | "mermaid";

export function renderSession(record: SessionRecord, format: ExportFormat): string {
  if (format === "json") return JSON.stringify(record, null, 2);
  return format === "markdown" ? renderMarkdown(record) : renderMermaid(record);
}
