import type { Node } from "../node.ts";
import type { Call, Grammar, Piece } from "./grammar.ts";
import { escapeForRegex, formatPieces, operands, operatorOf } from "./piece-builders.ts";

function unwrap(node: Node): Node {
  const kind = node.kind();
  if (kind === "cast_expression") {
    const inner = node.field("value");
    return inner ? unwrap(inner) : node;
  }
  const inner = kind === "parenthesized_expression" ? node.namedChildren()[0] : undefined;
  return inner ? unwrap(inner) : node;
}

function call(node: Node): Call | undefined {
  const args = () =>
    node
      .field("arguments")
      ?.namedChildren()
      .filter((argument) => !argument.kind().endsWith("comment")) ?? [];
  if (node.kind() === "object_creation_expression") {
    const name = (node.field("type")?.text() ?? "").replace(/<.*$/s, "");
    return { callee: name, name, receiver: undefined, args: args(), named: new Map() };
  }
  if (node.kind() !== "method_invocation") return undefined;
  const receiver = node.field("object") ?? undefined;
  const name = node.field("name")?.text() ?? "";
  const prefix = receiver ? `${receiver.text().replaceAll(/\s/g, "")}.` : "";
  return { callee: prefix + name, name, receiver, args: args(), named: new Map() };
}

function pieces(node: Node): Piece[] | undefined {
  if (node.kind() === "binary_expression")
    return operatorOf(node) === "+" ? operands(node) : undefined;
  const made = call(node);
  if (!made) return undefined;
  if (node.kind() === "object_creation_expression")
    return /^String(Builder|Buffer)$/.test(made.name)
      ? made.args.map((part) => ({ node: part }))
      : undefined;
  const { callee, name, receiver, args } = made;
  const [first, ...rest] = args;
  if (callee === "String.format" && first) return formatPieces(first.text(), rest, "printf");
  if (callee === "MessageFormat.format" && first) return formatPieces(first.text(), rest, "braces");
  if (callee === "String.join") return rest.map((part) => ({ node: part }));
  if (!receiver) return undefined;
  if (name === "formatted") return formatPieces(receiver.text(), args, "printf");
  if (name === "concat" || name === "append")
    return [receiver, ...args].map((part) => ({ node: part }));
  if (name === "toString" && args.length === 0) return [{ node: receiver }];
  return undefined;
}

/** A method's parameters, with the annotations that mark what a framework fills in from a request. */
export const java: Grammar = {
  functions: new Set(["method_declaration", "constructor_declaration", "lambda_expression"]),
  literals: new Set([
    "string_literal",
    "character_literal",
    "decimal_integer_literal",
    "hex_integer_literal",
    "decimal_floating_point_literal",
    "true",
    "false",
    "null_literal",
    "class_literal",
  ]),
  strings: new Set(["string_literal"]),
  collections: new Set(["array_initializer", "array_creation_expression"]),
  identifiers: new Set(["identifier"]),
  conditionals: ["if_statement", "ternary_expression", "while_statement", "switch_expression"],
  unwrap,
  call,
  callKinds: ["method_invocation", "object_creation_expression"],
  calleeName: (node) => (node.field("name") ?? node.field("type"))?.text().replace(/<.*$/s, ""),
  pieces,
  branches: (node) =>
    node.kind() === "ternary_expression"
      ? [node.field("consequence"), node.field("alternative")].filter((one) => one !== null)
      : undefined,
  owner(node) {
    if (node.kind() === "field_access") return node.field("object") ?? undefined;
    return node.kind() === "array_access" ? (node.field("array") ?? undefined) : undefined;
  },
  bindings(name) {
    const exact = `^${escapeForRegex(name)}$`;
    return {
      any: [
        { kind: "variable_declarator", has: { field: "name", regex: exact } },
        { kind: "resource", has: { field: "name", regex: exact } },
        { kind: "assignment_expression", has: { field: "left", regex: exact } },
        { kind: "enhanced_for_statement", has: { field: "name", regex: exact } },
        {
          kind: "method_invocation",
          all: [
            { has: { field: "object", regex: `^${escapeForRegex(name)}(\\s*\\.\\s*append\\b|$)` } },
            { has: { field: "name", regex: "^(append|add)$" } },
          ],
        },
      ],
    };
  },
  valueOf(binding) {
    const added = binding.kind() === "method_invocation" ? call(binding)?.args[0] : undefined;
    const value = added ?? binding.field("value") ?? binding.field("right");
    const adds = added !== undefined || binding.field("operator")?.text() === "+=";
    // The links of a chain all begin at the same place.
    const at = (added ?? binding).range().start.index;
    return value ? { value, adds, at } : undefined;
  },
  parameter(fn, name) {
    const list = fn.field("parameters");
    if (list?.kind() === "identifier")
      return list.text() === name ? { type: "", annotated: false } : undefined;
    const found = list?.find({ rule: { kind: "identifier", regex: `^${escapeForRegex(name)}$` } });
    if (!found) return undefined;
    const holder = found.ancestors().find((one) => one.kind().endsWith("_parameter"));
    const annotated =
      /@(RequestParam|PathVariable|RequestBody|RequestHeader|QueryParam|PathParam|FormParam|CookieValue)\b/.test(
        holder?.text() ?? "",
      );
    return { type: holder?.field("type")?.text() ?? "", annotated };
  },
};
