import type { AST } from "toml-eslint-parser";
import { type IsShown, MASK } from "../config-format.ts";
import { type Replacement, replaceRanges } from "../replace-ranges.ts";
import { keyOf, parseTomlDocument, statementsOf } from "./toml-document.ts";

type Path = readonly (string | number)[];

/** Masks comments and the strings that are not shown; names of keys stay. */
export function maskToml(text: string, isShown: IsShown): string {
  const program = parseTomlDocument(text);
  const strings = statementsOf(program).flatMap((statement) =>
    statement.type === "TOMLTable"
      ? statement.body.flatMap((pair) => inPair(pair, statement.resolvedKey))
      : inPair(statement, []),
  );
  const comments = program.comments.map(({ range }) => hide(range, `# ${MASK}`));
  return replaceRanges(text, [...comments, ...strings]);

  function inPair(pair: AST.TOMLKeyValue, parent: Path): Replacement[] {
    return inValue(pair.value, [...parent, ...keyOf(pair)]);
  }

  function inValue(value: AST.TOMLContentNode, path: Path): Replacement[] {
    if (value.type === "TOMLInlineTable") return value.body.flatMap((pair) => inPair(pair, path));
    if (value.type === "TOMLArray")
      return value.elements.flatMap((element, index) => inValue(element, [...path, index]));
    return value.kind === "string" && !isShown(path) ? [hide(value.range, `"${MASK}"`)] : [];
  }
}

function hide([start, end]: readonly [number, number], text: string): Replacement {
  return { start, end, text };
}
