import type { Node } from "../node.ts";
import type { Call, Grammar, Piece } from "./grammar.ts";
import {
  escapeForRegex,
  formatPieces,
  lastName,
  lastWord,
  operands,
  operatorOf,
} from "./piece-builders.ts";

function unwrap(node: Node): Node {
  const kind = node.kind();
  if (kind === "type_conversion_expression" || kind === "type_assertion_expression") {
    const inner = node.field("operand");
    return inner ? unwrap(inner) : node;
  }
  const isWrapper =
    kind === "parenthesized_expression" ||
    kind === "variadic_argument" ||
    (kind === "expression_list" && node.namedChildren().length === 1);
  const inner = isWrapper ? node.namedChildren()[0] : undefined;
  return inner ? unwrap(inner) : node;
}

function call(node: Node): Call | undefined {
  if (node.kind() !== "call_expression") return undefined;
  const target = node.field("function");
  if (!target) return undefined;
  const callee = target.text().replaceAll(/\s/g, "");
  const args = node.field("arguments")?.namedChildren() ?? [];
  return {
    callee,
    name: lastWord(callee),
    receiver: target.field("operand") ?? undefined,
    args: args.filter((argument) => argument.kind() !== "comment"),
    named: new Map(),
  };
}

function pieces(node: Node): Piece[] | undefined {
  if (node.kind() === "binary_expression")
    return operatorOf(node) === "+" ? operands(node) : undefined;
  const made = call(node);
  if (!made) return undefined;
  const { callee, args } = made;
  const [first, ...rest] = args;
  if (callee === "fmt.Sprintf" && first) return formatPieces(first.text(), rest, "printf");
  if (/^fmt\.Sprint(ln)?$/.test(callee)) return args.map((part) => ({ node: part }));
  const [format, ...values] = rest;
  if (callee === "fmt.Fprintf" && format) return formatPieces(format.text(), values, "printf");
  if (/^fmt\.Fprint(ln)?$/.test(callee)) return rest.map((part) => ({ node: part }));
  if (made.name === "String" && made.receiver && args.length === 0)
    return [{ node: made.receiver }];
  if (callee === "strings.Join" && first?.kind() === "composite_literal") {
    const elements = first.field("body")?.namedChildren() ?? [];
    return elements.map((part) => ({ node: part.namedChildren()[0] ?? part }));
  }
  return undefined;
}

/** `list = append(list, item)` */
function appendedTo(name: string, value: Node): Node | undefined {
  const made = call(value);
  const [list, item, ...more] = made?.callee === "append" ? made.args : [];
  return list?.text() === name && more.length === 0 ? item : undefined;
}

export const go: Grammar = {
  functions: new Set(["function_declaration", "method_declaration", "func_literal"]),
  literals: new Set([
    "interpreted_string_literal",
    "raw_string_literal",
    "rune_literal",
    "int_literal",
    "float_literal",
    "true",
    "false",
    "nil",
    "iota",
  ]),
  strings: new Set(["interpreted_string_literal", "raw_string_literal"]),
  collections: new Set([
    "composite_literal",
    "literal_value",
    "literal_element",
    "keyed_element",
    "expression_list",
  ]),
  identifiers: new Set(["identifier"]),
  conditionals: ["if_statement", "expression_switch_statement"],
  unwrap,
  call,
  callKinds: ["call_expression"],
  calleeName: (node) => lastName(node.field("function")?.text()),
  pieces,
  branches: () => undefined,
  owner: (node) =>
    /^(selector_expression|index_expression|slice_expression)$/.test(node.kind())
      ? (node.field("operand") ?? undefined)
      : undefined,
  bindings(name) {
    const exact = `^${escapeForRegex(name)}$`;
    const left = { field: "left", has: { kind: "identifier", regex: exact } };
    return {
      any: [
        { kind: "short_var_declaration", has: left },
        { kind: "assignment_statement", has: left },
        { kind: "range_clause", has: left },
        { kind: "var_spec", has: { field: "name", regex: exact } },
        { kind: "const_spec", has: { field: "name", regex: exact } },
        {
          kind: "call_expression",
          has: { field: "function", regex: `^${escapeForRegex(name)}\\.WriteString$` },
        },
        {
          kind: "call_expression",
          all: [
            { has: { field: "function", regex: "^fmt\\.Fprint(f|ln)?$" } },
            { has: { field: "arguments", regex: `^\\(\\s*&?${escapeForRegex(name)}\\s*,` } },
          ],
        },
        {
          kind: "assignment_statement",
          has: {
            field: "left",
            has: { kind: "index_expression", has: { field: "operand", regex: exact } },
          },
        },
      ],
    };
  },
  valueOf(binding, name) {
    const at = binding.range().start.index;
    const made = binding.kind() === "call_expression" ? call(binding) : undefined;
    const added = made?.callee.startsWith("fmt.") ? binding : made?.args[0];
    const values = added ?? binding.field("right") ?? binding.field("value");
    if (!values) return undefined;
    const names = binding.field("left")?.namedChildren() ?? [];
    const position = names.findIndex((one) => one.text() === name);
    const list = values.kind() === "expression_list" ? values.namedChildren() : [values];
    const value = list[position] ?? list[0] ?? values;
    const isElement = names.length > 0 && position === -1;
    const appended = appendedTo(name, value);
    if (appended) return { value: appended, adds: true, at };
    const adds = added !== undefined || isElement || binding.field("operator")?.text() === "+=";
    return { value, adds, at };
  },
  parameter(fn, name) {
    const list = fn.field("parameters");
    const found = list?.find({
      rule: { kind: "identifier", regex: `^${escapeForRegex(name)}$` },
    });
    const type = found?.parent()?.field("type")?.text() ?? "";
    return found ? { type, annotated: false } : undefined;
  },
};
