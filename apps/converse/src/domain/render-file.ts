export type TextFile = { path: string; text: string; bytes: number; modifiedAt: Date };

/** A file for a model: its path, size, age and numbered lines. */
export function renderFile({ path, text, bytes, modifiedAt }: TextFile): string {
  const lines = linesOf(text);
  const facts = `size="${bytes} bytes" modified="${modifiedAt.toISOString()}" lines="${lines.length}"`;
  return `<file path="${attribute(path)}" ${facts}>\n${numbered(lines)}</file>`;
}

/** A file that was not read, for a model. */
export function renderMissingFile(path: string, reason: string): string {
  return `<file path="${attribute(path)}" error="${attribute(reason)}"/>`;
}

function linesOf(text: string): string[] {
  if (text === "") return [];
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

function numbered(lines: readonly string[]): string {
  const width = String(lines.length).length;
  return lines.map((line, index) => `${String(index + 1).padStart(width)}| ${line}\n`).join("");
}

function attribute(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll('"', "&quot;")
    .replaceAll(/[\r\n]/g, " ");
}
