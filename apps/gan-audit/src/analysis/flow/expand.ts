import type { Node } from "../node.ts";
import type { Piece } from "../grammars/grammar.ts";
import type { SourceFile } from "../source-file.ts";

const DEEPEST = 6;

/** The pieces that a text is finally made of, followed through the variables of this file. */
export function expand(node: Node, file: SourceFile, depth = 0): Piece[] {
  const { grammar } = file;
  const inner = grammar.unwrap(node);
  const kind = inner.kind();
  const pieces = grammar.pieces(inner);
  if (pieces)
    return pieces.flatMap((piece) =>
      "node" in piece && depth < DEEPEST ? expand(piece.node, file, depth + 1) : [piece],
    );
  if (grammar.literals.has(kind) || grammar.strings.has(kind))
    return [{ text: bare(inner.text()) }];
  if (grammar.identifiers.has(kind) && depth < DEEPEST) return expandName(inner, file, depth);
  return [{ node: inner }];
}

function expandName(node: Node, file: SourceFile, depth: number): Piece[] {
  const at = node.range().start.index;
  for (const scope of file.scopes(node)) {
    const bindings = file.bindingsBefore(scope, node.text(), at);
    const builds = bindings.filter(({ value, adds }) => adds || isText(value, file, depth));
    if (builds.length > 0 && builds.length === bindings.length)
      return builds.flatMap(({ value }) => expand(value, file, depth + 1));
    if (bindings.length > 0) return [{ node }];
    if (file.grammar.functions.has(scope.kind()) && file.grammar.parameter(scope, node.text()))
      return [{ node }];
  }
  return [{ node }];
}

function isText(value: Node, file: SourceFile, depth: number): boolean {
  const { grammar } = file;
  const inner = grammar.unwrap(value);
  const kind = inner.kind();
  if (grammar.literals.has(kind) || grammar.strings.has(kind) || grammar.pieces(inner)) return true;
  if (grammar.identifiers.has(kind)) return depth < DEEPEST;
  return /^(StringBuilder|StringBuffer)$/.test(grammar.call(inner)?.callee ?? "");
}

const bare = (literal: string): string =>
  literal.replace(/^[a-zA-Z]*("""|'''|["'`])|("""|'''|["'`])$/g, "");
