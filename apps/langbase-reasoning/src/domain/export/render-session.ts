import { renderMarkdown } from "./render-markdown.ts";
import { renderMermaid } from "./render-mermaid.ts";
import type { SessionRecord } from "./session-record.ts";

export type ExportFormat = "json" | "markdown" | "mermaid";

export function renderSession(record: SessionRecord, format: ExportFormat): string {
  if (format === "json") return JSON.stringify(record, null, 2);
  return format === "markdown" ? renderMarkdown(record) : renderMermaid(record);
}
