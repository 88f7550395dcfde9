import type { Node } from "../node.ts";
import { declaredIn } from "./declared-in.ts";
import type { Call, Grammar, Piece } from "./grammar.ts";
import { escapeForRegex, lastName, lastWord, operands, operatorOf } from "./piece-builders.ts";

const WRAPPERS = new Set([
  "parenthesized_expression",
  "as_expression",
  "satisfies_expression",
  "non_null_expression",
  "await_expression",
]);

function unwrap(node: Node): Node {
  if (!WRAPPERS.has(node.kind())) return node;
  const inner = node.namedChildren()[0];
  return inner ? unwrap(inner) : node;
}

function call(node: Node): Call | undefined {
  const kind = node.kind();
  if (kind !== "call_expression" && kind !== "new_expression") return undefined;
  const written = node.field(kind === "call_expression" ? "function" : "constructor");
  // The grammar reads `await load<T>()` as a call of `await load`.
  const target = written?.kind() === "await_expression" ? unwrap(written) : written;
  const list = node.field("arguments");
  if (!target || list?.kind() === "template_string") return undefined;
  const callee = target.text().replaceAll(/\s|\?|!(?=\.)/g, "");
  return {
    callee,
    name: lastWord(callee),
    receiver: target.field("object") ?? undefined,
    args: list?.namedChildren().filter((argument) => argument.kind() !== "comment") ?? [],
    named: new Map(),
  };
}

function pieces(node: Node): Piece[] | undefined {
  switch (node.kind()) {
    case "template_string":
      return node.namedChildren().flatMap((child): Piece[] => {
        if (child.kind() !== "template_substitution") return [{ text: child.text() }];
        const inner = child.namedChildren()[0];
        return inner ? [{ node: inner }] : [];
      });
    case "binary_expression":
      return operatorOf(node) === "+" ? operands(node) : undefined;
    case "call_expression":
      return joinedPieces(node);
    default:
      return undefined;
  }
}

function joinedPieces(node: Node): Piece[] | undefined {
  const made = call(node);
  if (!made) return undefined;
  const { name, callee, receiver, args } = made;
  if (name === "concat" && receiver && args.length > 0)
    return [receiver, ...args].map((part) => ({ node: part }));
  if (name === "join" && receiver?.kind() === "array")
    return receiver
      .namedChildren()
      .flatMap((part, position) => [...(position > 0 ? [{ text: " " }] : []), { node: part }]);
  if (callee === "util.format") return args.map((part) => ({ node: part }));
  return undefined;
}

const named = (field: string, name: string) => ({
  field,
  any: [
    { regex: `^${name}$` },
    { kind: "object_pattern", has: { regex: `^${name}$`, stopBy: "end" as const } },
    { kind: "array_pattern", has: { regex: `^${name}$`, stopBy: "end" as const } },
  ],
});

/** JavaScript and TypeScript share their node kinds. */
export const javascript: Grammar = {
  functions: new Set([
    "function_declaration",
    "function_expression",
    "arrow_function",
    "method_definition",
    "generator_function",
    "generator_function_declaration",
  ]),
  literals: new Set(["string", "number", "true", "false", "null", "undefined", "regex"]),
  strings: new Set(["string", "template_string"]),
  collections: new Set(["array", "object", "pair", "spread_element"]),
  identifiers: new Set(["identifier", "shorthand_property_identifier"]),
  conditionals: ["if_statement", "ternary_expression", "while_statement", "switch_statement"],
  unwrap,
  call,
  callKinds: ["call_expression", "new_expression"],
  calleeName: (node) => lastName((node.field("function") ?? node.field("constructor"))?.text()),
  pieces,
  branches(node) {
    const kind = node.kind();
    if (kind === "ternary_expression")
      return present([node.field("consequence"), node.field("alternative")]);
    if (kind === "binary_expression" && /^(\|\||&&|\?\?)$/.test(operatorOf(node) ?? ""))
      return present([node.field("left"), node.field("right")]);
    return undefined;
  },
  owner: (node) =>
    node.kind() === "member_expression" || node.kind() === "subscript_expression"
      ? (node.field("object") ?? undefined)
      : undefined,
  bindings(name) {
    const exact = escapeForRegex(name);
    return {
      any: [
        { kind: "variable_declarator", has: named("name", exact) },
        { kind: "assignment_expression", has: named("left", exact) },
        { kind: "augmented_assignment_expression", has: { field: "left", regex: `^${exact}$` } },
        { kind: "for_in_statement", has: named("left", exact) },
        {
          kind: "call_expression",
          has: { field: "function", regex: `^${exact}\\.(push|unshift)$` },
        },
      ],
    };
  },
  valueOf(binding) {
    const kind = binding.kind();
    const at = binding.range().start.index;
    const added = kind === "call_expression" ? call(binding)?.args[0] : undefined;
    const value = added ?? binding.field("value") ?? binding.field("right");
    const adds = added !== undefined || kind === "augmented_assignment_expression";
    return value ? { value, adds, at } : undefined;
  },
  parameter(fn, name) {
    const list = fn.field("parameters") ?? fn.field("parameter");
    if (!list) return undefined;
    if (list.kind() === "identifier")
      return list.text() === name ? { type: "", annotated: false } : undefined;
    const kinds = ["identifier", "shorthand_property_identifier_pattern"];
    const found = declaredIn(list, kinds, name);
    if (!found) return undefined;
    const holder = found.parent();
    const type = holder?.field("type")?.text().replace(/^:\s*/, "") ?? "";
    return { type, annotated: false };
  },
};

const present = (nodes: (Node | null)[]): Node[] => nodes.filter((node) => node !== null);
