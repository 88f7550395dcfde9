import type { Node } from "../node.ts";
import { declaredIn } from "./declared-in.ts";
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
  if (kind !== "parenthesized_expression" && kind !== "await" && kind !== "list_splat") return node;
  const inner = node.namedChildren()[0];
  return inner ? unwrap(inner) : node;
}

function call(node: Node): Call | undefined {
  if (node.kind() !== "call") return undefined;
  const target = node.field("function");
  const list = node.field("arguments");
  if (!target || !list) return undefined;
  const callee = target.text().replaceAll(/\s/g, "");
  const given = list.kind() === "argument_list" ? list.namedChildren() : [list];
  const args = given.filter((one) => one.kind() !== "keyword_argument" && one.kind() !== "comment");
  const named = new Map<string, Node>();
  for (const one of given) {
    const value = one.kind() === "keyword_argument" ? one.field("value") : null;
    if (value) named.set(one.field("name")?.text() ?? "", value);
  }
  return {
    callee,
    name: lastWord(callee),
    receiver: target.field("object") ?? undefined,
    args,
    named,
  };
}

function pieces(node: Node): Piece[] | undefined {
  switch (node.kind()) {
    case "string":
      return stringPieces(node);
    case "concatenated_string":
      return node.namedChildren().map((part) => ({ node: part }));
    case "binary_operator":
      if (operatorOf(node) === "+") return operands(node);
      return operatorOf(node) === "%" ? percentPieces(node) : undefined;
    case "call":
      return joinedPieces(node);
    default:
      return undefined;
  }
}

function stringPieces(node: Node): Piece[] | undefined {
  const children = node.namedChildren();
  if (!children.some((child) => child.kind() === "interpolation")) return undefined;
  return children.flatMap((child): Piece[] => {
    if (child.kind() === "string_content") return [{ text: child.text() }];
    const inner = child.kind() === "interpolation" ? child.namedChildren()[0] : undefined;
    return inner ? [{ node: inner }] : [];
  });
}

function percentPieces(node: Node): Piece[] | undefined {
  const left = node.field("left");
  const right = node.field("right");
  if (!left || !right || !left.kind().endsWith("string")) return undefined;
  const args =
    right.kind() === "tuple" || right.kind() === "dictionary"
      ? right.namedChildren().map((one) => one.field("value") ?? one)
      : [right];
  return formatPieces(left.text(), args, "printf");
}

function joinedPieces(node: Node): Piece[] | undefined {
  const made = call(node);
  if (!made?.receiver) return undefined;
  const { name, receiver, args, named } = made;
  const isText = receiver.kind().endsWith("string");
  if (name === "format" && isText)
    return formatPieces(receiver.text(), [...args, ...named.values()], "braces");
  const [list] = args;
  if (name === "join" && isText && list && /^(list|tuple)$/.test(list.kind()))
    return list.namedChildren().map((part) => ({ node: part }));
  return undefined;
}

export const python: Grammar = {
  functions: new Set(["function_definition", "lambda"]),
  literals: new Set(["integer", "float", "true", "false", "none", "ellipsis"]),
  strings: new Set(["string", "concatenated_string"]),
  collections: new Set([
    "list",
    "tuple",
    "set",
    "dictionary",
    "pair",
    "expression_list",
    "list_splat",
  ]),
  identifiers: new Set(["identifier"]),
  conditionals: [
    "if_statement",
    "elif_clause",
    "conditional_expression",
    "assert_statement",
    "while_statement",
  ],
  unwrap,
  call,
  callKinds: ["call"],
  calleeName: (node) => lastName(node.field("function")?.text()),
  pieces,
  branches(node) {
    const children = node.namedChildren();
    if (node.kind() === "conditional_expression")
      return [children[0], children[2]].filter((child) => child !== undefined);
    return node.kind() === "boolean_operator" ? children : undefined;
  },
  owner(node) {
    if (node.kind() === "attribute") return node.field("object") ?? undefined;
    return node.kind() === "subscript" ? (node.field("value") ?? undefined) : undefined;
  },
  bindings(name) {
    const exact = `^${escapeForRegex(name)}$`;
    const left = {
      field: "left",
      any: [
        { regex: exact },
        { has: { kind: "identifier", regex: exact, stopBy: "end" as const } },
      ],
    };
    return {
      any: [
        { kind: "assignment", has: left },
        { kind: "augmented_assignment", has: { field: "left", regex: exact } },
        { kind: "named_expression", has: { field: "name", regex: exact } },
        { kind: "for_statement", has: left },
        { kind: "for_in_clause", has: left },
        { kind: "as_pattern", has: { kind: "as_pattern_target", regex: exact } },
        {
          kind: "call",
          has: { field: "function", regex: `^${escapeForRegex(name)}\\.(append|extend)$` },
        },
      ],
    };
  },
  valueOf(binding) {
    const kind = binding.kind();
    const at = binding.range().start.index;
    if (kind === "as_pattern") {
      const value = binding.namedChildren()[0];
      return value && { value, adds: false, at };
    }
    const added = kind === "call" ? call(binding)?.args[0] : undefined;
    const value = added ?? binding.field("right") ?? binding.field("value");
    const adds = added !== undefined || kind === "augmented_assignment";
    return value ? { value, adds, at } : undefined;
  },
  parameter(fn, name) {
    const list = fn.field("parameters");
    const found = list ? declaredIn(list, ["identifier"], name) : undefined;
    if (!found) return undefined;
    const type = found.parent()?.field("type")?.text() ?? "";
    return { type, annotated: isOfRoute(fn, name, type) };
  },
};

/** Whether a web framework fills the parameter from the request: it is part of the route, or plain text. */
function isOfRoute(fn: Node, name: string, type: string): boolean {
  const holder = fn.parent();
  if (holder?.kind() !== "decorated_definition") return false;
  return holder.namedChildren().some((one) => {
    const decorator = one.kind() === "decorator" ? one.text() : "";
    if (!/^@[\w.]+\.(route|get|post|put|patch|delete|websocket)\(/.test(decorator)) return false;
    const inRoute = new RegExp(`\\{${name}[:}]|<(?:(?:string|path|default):)?${name}>`);
    return inRoute.test(decorator) || /^(str|UploadFile|Optional\[str\]|str \| None)$/.test(type);
  });
}
