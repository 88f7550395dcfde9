import {
  keyOf,
  parseTomlDocument,
  startsWithPath,
  statementsOf,
  type TomlStatement,
} from "./toml-document.ts";
import { beforeLineEnd, endOfLine, lineEndOf, startOfLine } from "./text-lines.ts";

type Range = { start: number; end: number };

/** The text without the tables and pairs of a server; what it holds in an inline table stays. */
export function removeTomlServer(text: string, path: readonly string[]): string {
  const statements = statementsOf(parseTomlDocument(text)).flatMap((one) => belonging(one, path));
  return joinAdjacent(statements.map((one) => linesOf(text, one)))
    .toReversed()
    .reduce((result, range) => cut(result, range), text);
}

function belonging(statement: TomlStatement, path: readonly string[]): TomlStatement[] {
  if (statement.type === "TOMLKeyValue")
    return startsWithPath(keyOf(statement), path) ? [statement] : [];
  if (startsWithPath(statement.resolvedKey, path)) return [statement];
  return statement.body.filter((pair) =>
    startsWithPath([...statement.resolvedKey, ...keyOf(pair)], path),
  );
}

/** The lines of a statement with their line end, and for a table the empty line before it. */
function linesOf(text: string, { type, range }: TomlStatement): Range {
  const start = startOfLine(text, range[0]);
  const end = endOfLine(text, range[1]);
  const behind = end + (end < text.length ? lineEndAt(text, end).length : 0);
  const emptyLine = beforeLineEnd(text, start);
  const follows = emptyLine === startOfLine(text, emptyLine);
  return { start: type === "TOMLTable" && follows ? emptyLine : start, end: behind };
}

function joinAdjacent(ranges: readonly Range[]): Range[] {
  const joined: Range[] = [];
  for (const range of ranges) {
    const last = joined.at(-1);
    if (last?.end === range.start) last.end = range.end;
    else joined.push({ ...range });
  }
  return joined;
}

function cut(text: string, { start, end }: Range): string {
  const endsWithoutLineEnd = end === text.length && !text.endsWith("\n");
  const from = endsWithoutLineEnd ? beforeLineEnd(text, start) : start;
  const rest = text.slice(end);
  // The empty line that parted it from the next table is of no use at the top of a file.
  return text.slice(0, from) + (from === 0 ? rest.replace(/^\r?\n/, "") : rest);
}

function lineEndAt(text: string, offset: number): string {
  return lineEndOf(text.slice(offset, offset + 2));
}
