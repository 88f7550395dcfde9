import type { AST } from "toml-eslint-parser";
import { brokenConfig } from "../broken-config.ts";
import { launchFields, type ServerEntry, wholeEntry } from "../server-entry.ts";
import { dataOfToml, findPair, findTable, parseTomlDocument } from "./toml-document.ts";
import {
  renderTomlHeader,
  renderTomlPair,
  renderTomlValue,
  type TomlValue,
} from "./render-toml.ts";
import { endOfLine, lineEndOf } from "./text-lines.ts";

/** Changes what differs in a server that the file has already. */
export function updateTomlServer(
  text: string,
  path: readonly [string, string],
  entry: ServerEntry,
): string {
  const [container, name] = path;
  const program = parseTomlDocument(text);
  if (findTable(program, path)) return updateTable(text, path, entry);
  const holder = findTable(program, [container]);
  const inline = holder && findPair(holder, name);
  if (inline?.value.type !== "TOMLInlineTable")
    throw brokenConfig(`${name} is written in a form that this command does not edit`);
  const present = (dataOfToml(program)[container] as Record<string, object>)[name];
  return replaceValue(text, inline, { ...present, ...wholeEntry(entry) } as never);
}

function updateTable(text: string, path: readonly string[], entry: ServerEntry): string {
  const updated = launchFields(entry).reduce(
    (result, [key, value]) => setPair(result, path, key, value),
    text,
  );
  if (Object.keys(entry.env).length === 0) return updated;
  const program = parseTomlDocument(updated);
  const table = findTable(program, path) as AST.TOMLTable;
  const inline = findPair(table, "env");
  if (inline) {
    const present = dataAt(program, [...path, "env"]) as Record<string, string>;
    return replaceValue(updated, inline, { ...present, ...entry.env });
  }
  const envPath = [...path, "env"];
  const withTable = findTable(program, envPath)
    ? updated
    : insertAfter(updated, table, ["", renderTomlHeader(envPath)]);
  return Object.entries(entry.env).reduce(
    (result, [key, value]) => setPair(result, envPath, key, value),
    withTable,
  );
}

function setPair(text: string, path: readonly string[], key: string, value: TomlValue): string {
  const program = parseTomlDocument(text);
  const table = findTable(program, path) as AST.TOMLTable;
  const pair = findPair(table, key);
  if (!pair) return insertAfter(text, table, [renderTomlPair(key, value)]);
  const isSame = JSON.stringify(dataAt(program, [...path, key])) === JSON.stringify(value);
  return isSame ? text : replaceValue(text, pair, value);
}

function replaceValue(text: string, { value }: AST.TOMLKeyValue, by: TomlValue): string {
  return text.slice(0, value.range[0]) + renderTomlValue(by) + text.slice(value.range[1]);
}

function insertAfter(text: string, table: AST.TOMLTable, lines: readonly string[]): string {
  const end = endOfLine(text, table.range[1]);
  const eol = lineEndOf(text);
  return text.slice(0, end) + lines.map((line) => eol + line).join("") + text.slice(end);
}

function dataAt(program: AST.TOMLProgram, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (data, key) => (data as Record<string, unknown> | undefined)?.[key],
    dataOfToml(program),
  );
}
