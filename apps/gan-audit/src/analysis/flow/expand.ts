import type { Node } from "../node.ts";
import type { Piece } from "../grammars/grammar.ts";
import type { SourceFile } from "../source-file.ts";

const DEEPEST = 150;
const MOST_STEPS = 3_000;

type Expansion = { depth: number; budget: { steps: number } };

/**
 * The pieces that a text is finally made of, followed through the variables of this file. Pieces that are too far away
 * stay expressions, and the file remembers that it was given up.
 */
export function expand(node: Node, file: SourceFile): Piece[] {
  return expandNode(node, file, { depth: 0, budget: { steps: MOST_STEPS } });
}

function expandNode(node: Node, file: SourceFile, { depth, budget }: Expansion): Piece[] {
  const { grammar } = file;
  const inner = grammar.unwrap(node);
  const kind = inner.kind();
  if (grammar.literals.has(kind)) return [{ text: bare(inner.text()) }];
  const pieces = grammar.pieces(inner);
  const isName = grammar.identifiers.has(kind);
  if (!pieces && !isName)
    return [grammar.strings.has(kind) ? { text: bare(inner.text()) } : { node: inner }];
  budget.steps -= 1;
  if (depth > DEEPEST || budget.steps < 0) {
    file.giveUp();
    return [{ node: inner }];
  }
  const next = { depth: depth + 1, budget };
  if (!pieces) return expandName(inner, file, next);
  return pieces.flatMap((piece) =>
    "node" in piece ? expandNode(piece.node, file, next) : [piece],
  );
}

function expandName(node: Node, file: SourceFile, next: Expansion): Piece[] {
  for (const scope of file.scopes(node)) {
    const bindings = file.bindingsAt(scope, node);
    const builds = bindings.filter(({ value, adds }) => adds || isText(value, file));
    if (builds.length > 0 && builds.length === bindings.length)
      return builds.flatMap(({ value }) => expandNode(value, file, next));
    if (bindings.length > 0) return [{ node }];
    if (file.grammar.functions.has(scope.kind()) && file.grammar.parameter(scope, node.text()))
      return [{ node }];
  }
  return [{ node }];
}

function isText(value: Node, file: SourceFile): boolean {
  const { grammar } = file;
  const inner = grammar.unwrap(value);
  const kind = inner.kind();
  if (grammar.literals.has(kind) || grammar.strings.has(kind) || grammar.pieces(inner)) return true;
  if (grammar.identifiers.has(kind)) return true;
  return /^(StringBuilder|StringBuffer)$/.test(grammar.call(inner)?.callee ?? "");
}

const bare = (literal: string): string =>
  literal.replace(/^[a-zA-Z]*("""|'''|["'`])|("""|'''|["'`])$/g, "");
