import type { Node } from "../node.ts";
import type { SourceFile } from "../source-file.ts";

const DEEPEST = 4;
const MOST_NAMES = 40;
// Names that are left out only make fewer checks count.
const MOST_BINDINGS = 40;

// Modules and framework objects are part of many expressions, and checking them says nothing of the value.
const NOT_VALUES =
  /^(path|fs|os|Path|Paths|File|Files|req|request|r|c|ctx|context|self|this|filepath|strings|fmt|String|http|url|nodePath|join|resolve|args)$/;

/** Every variable that takes part in making the expression's value. */
export function namesIn(node: Node, file: SourceFile, depth = 0): Set<string> {
  const names = new Set<string>();
  const kinds = [...file.grammar.identifiers].map((kind) => ({ kind }));
  const found = file.grammar.identifiers.has(node.kind())
    ? [node]
    : node.findAll({ rule: { any: kinds } });
  for (const one of found.slice(0, MOST_NAMES)) {
    const name = one.text();
    const scope = file.enclosingFunction(one) ?? file.root;
    const isBound = file.bindings(scope, name).length > 0;
    if (names.has(name) || (NOT_VALUES.test(name) && !isBound)) continue;
    names.add(name);
    if (depth >= DEEPEST) continue;
    const bindings = file.bindingsBefore(scope, name, node.range().end.index);
    for (const { value } of bindings.slice(-MOST_BINDINGS))
      for (const inner of namesIn(value, file, depth + 1)) names.add(inner);
  }
  return names;
}
