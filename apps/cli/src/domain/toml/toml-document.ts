import { type AST, getStaticTOMLValue, ParseError, parseTOML } from "toml-eslint-parser";
import { brokenConfig } from "../broken-config.ts";

export type TomlStatement = AST.TOMLKeyValue | AST.TOMLTable;

/** The syntax tree of a TOML file. */
export function parseTomlDocument(text: string): AST.TOMLProgram {
  try {
    return parseTOML(text);
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    throw brokenConfig(`not valid TOML (${error.message})`, text, error.index);
  }
}

/** Key-value pairs before the first table, and tables, in the order of the file. */
export function statementsOf(program: AST.TOMLProgram): TomlStatement[] {
  return program.body[0].body;
}

/** The file's content as data. */
export function dataOfToml(program: AST.TOMLProgram): Record<string, unknown> {
  return getStaticTOMLValue(program) as Record<string, unknown>;
}

/** The name that a key-value pair gives, which can have several parts. */
export function keyOf(pair: AST.TOMLKeyValue): string[] {
  return pair.key.keys.map((part) => (part.type === "TOMLBare" ? part.name : part.value));
}

/** The table with exactly this name. */
export function findTable(
  program: AST.TOMLProgram,
  path: readonly string[],
): AST.TOMLTable | undefined {
  return statementsOf(program).find(
    (one): one is AST.TOMLTable => one.type === "TOMLTable" && isSamePath(one.resolvedKey, path),
  );
}

/** The pair in a table whose whole name is `name`. */
export function findPair(table: AST.TOMLTable, name: string): AST.TOMLKeyValue | undefined {
  return table.body.find((pair) => isSamePath(keyOf(pair), [name]));
}

/** Whether a path begins with another one. */
export function startsWithPath(
  path: readonly (string | number)[],
  beginning: readonly string[],
): boolean {
  return beginning.every((part, index) => path[index] === part);
}

function isSamePath(path: readonly (string | number)[], other: readonly string[]): boolean {
  return path.length === other.length && startsWithPath(path, other);
}
