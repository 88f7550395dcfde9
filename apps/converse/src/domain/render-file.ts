export type TextFile = { path: string; text: string; bytes: number; modifiedAt: Date };

/** From 1, both included. */
export type Lines = { from: number; to: number };

/** A file for a model: its path, size, age and numbered lines, of which only some may be wanted. */
export function renderFile(
  { path, text, bytes, modifiedAt }: TextFile,
  wanted?: Lines | undefined,
): string {
  const lines = linesOf(text);
  const { from, to } = { from: 1, to: lines.length, ...wanted };
  const last = Math.min(to, lines.length);
  const shown = wanted === undefined ? `${lines.length}` : `${from}-${last} of ${lines.length}`;
  const facts = `size="${bytes} bytes" modified="${modifiedAt.toISOString()}" lines="${shown}"`;
  const body = numbered(lines.slice(from - 1, last), from, lines.length);
  return `<file path="${attribute(path)}" ${facts}>\n${body}</file>`;
}

/** A file that goes to the model in its own form. */
export function renderAttached({ path, bytes, modifiedAt }: Omit<TextFile, "text">): string {
  const facts = `size="${bytes} bytes" modified="${modifiedAt.toISOString()}"`;
  return `<file path="${attribute(path)}" ${facts} attached="as a document"/>`;
}

const SHOWN_FILE =
  /^<file path="([^"\n]{0,5000})" size="[^>\n]{0,200}">\n(?: {0,20}\d{1,20}\| .*\n)*<\/file>$/gm;

/** Context without the files that a later message shows again: the newest copy is the one that counts. */
export function withoutOlderCopies(context: string, later: readonly string[]): string {
  const newer = new Set(
    later.flatMap((text) => [...text.matchAll(SHOWN_FILE)].map(([, path]) => path)),
  );
  if (newer.size === 0) return context;
  return context.replaceAll(SHOWN_FILE, (shown, path: string) =>
    newer.has(path) ? `<file path="${path}" note="a newer copy is in a later message"/>` : shown,
  );
}

/** A file that was not read, for a model. */
export function renderMissingFile(path: string, reason: string): string {
  return `<file path="${attribute(path)}" error="${attribute(reason)}"/>`;
}

/** The lines of a text, without an empty one at its end. */
export function linesOf(text: string): string[] {
  if (text === "") return [];
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

function numbered(lines: readonly string[], from: number, count: number): string {
  const width = String(count).length;
  return lines.map((line, index) => `${String(index + from).padStart(width)}| ${line}\n`).join("");
}

function attribute(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll('"', "&quot;")
    .replaceAll(/[\r\n]/g, " ");
}
