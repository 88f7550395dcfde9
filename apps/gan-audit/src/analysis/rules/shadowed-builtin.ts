import type { Family } from "../../domain/languages.ts";
import type { Node } from "../node.ts";
import { nodeRule, type Rule } from "../rule.ts";

/** Names that every program of a language has without declaring them. */
const BUILTINS = {
  javascript: `Object|Array|String|Number|Boolean|Symbol|Function|Promise|Map|Set|WeakMap|WeakSet|JSON|Math|Date|Error|
    TypeError|RangeError|RegExp|Proxy|Reflect|Intl|BigInt|ArrayBuffer|DataView|undefined|NaN|Infinity|eval|arguments|
    parseInt|parseFloat|isNaN|isFinite|encodeURIComponent|decodeURIComponent|encodeURI|decodeURI|globalThis|console|
    require|setTimeout|setInterval|clearTimeout|clearInterval|queueMicrotask|structuredClone|Uint8Array|Float64Array`,
  go: `append|cap|clear|close|complex|copy|delete|imag|len|make|max|min|new|panic|print|println|real|recover|bool|byte|
    error|float32|float64|int|int8|int16|int32|int64|rune|string|uint|uint8|uint16|uint32|uint64|uintptr|true|false|nil|
    iota|any|comparable`,
  java: `String|Object|Integer|Long|Double|Float|Boolean|Character|Byte|Short|Number|Math|System|Thread|Runnable|
    Exception|RuntimeException|Error|Throwable|Iterable|Comparable|Override|Class|Enum|Record|Process|Void|
    StringBuilder|CharSequence|AutoCloseable|Cloneable`,
};

const choiceOf = (names: string): string => names.replaceAll(/\s/g, "");
const exactly = (names: string): RegExp => new RegExp(`^(?:${choiceOf(names)})$`);
const PATTERNS: Readonly<Partial<Record<Family, RegExp>>> = {
  javascript: exactly(BUILTINS.javascript),
  go: exactly(BUILTINS.go),
  java: exactly(BUILTINS.java),
};

/** Where a built-in name stands as if it were being declared. */
const HINT = new RegExp(
  [
    `\\b(?:const|let|var|function|class|interface|enum|record|func|type)\\s+(?:${choiceOf(BUILTINS.javascript)}|${choiceOf(BUILTINS.go)}|${choiceOf(BUILTINS.java)})\\b`,
    `\\bimport\\b[^;"']*\\b(?:${choiceOf(BUILTINS.javascript)})\\b[^;"']*\\bfrom\\b`,
    `[(,<]\\s*(?:${choiceOf(BUILTINS.javascript)}|${choiceOf(BUILTINS.java)})\\s*[,)=:?>]`,
    `\\b(?:${choiceOf(BUILTINS.go)})\\b(?:\\s*,\\s*\\w+)?\\s*:=|[(,]\\s*(?:${choiceOf(BUILTINS.go)})\\s+[\\w*.[\\]]+\\s*[,)]`,
  ].join("|"),
);

/** The names that a declaration introduces. */
function declared(node: Node): Node[] {
  switch (node.kind()) {
    case "short_var_declaration":
    case "range_clause":
      return node.field("left")?.namedChildren() ?? [];
    case "parameter_declaration":
    case "var_spec":
    case "const_spec":
      return node.fieldChildren("name");
    case "formal_parameters":
      return node
        .namedChildren()
        .flatMap((one) => (one.kind() === "identifier" ? [one] : (one.field("pattern") ?? [])));
    case "type_parameter":
      return node.namedChildren().slice(0, 1);
    case "import_specifier":
      if (isTypeOnly(node)) return [];
      return [node.field("alias") ?? node.field("name")].filter((name) => name !== null);
    default:
      return [node.field("name")].filter((name) => name !== null);
  }
}

/** The name of a type leaves the value of that name alone. */
const isTypeOnly = (specifier: Node): boolean =>
  /^type\s/.test(specifier.text()) ||
  specifier
    .ancestors()
    .some((one) => one.kind() === "import_statement" && /^import\s+type\b/.test(one.text()));

export const shadowedBuiltin: readonly Rule[] = [
  nodeRule({
    id: "shadowed-builtin",
    category: "shadowed-builtin",
    severity: "minor",
    message: "This name hides a built-in one; choose another.",
    hint: HINT,
    nodes: {
      javascript: [
        { kind: "variable_declarator" },
        { kind: "function_declaration" },
        { kind: "class_declaration" },
        { kind: "formal_parameters" },
        { kind: "import_specifier" },
      ],
      go: [
        { kind: "short_var_declaration" },
        { kind: "var_spec" },
        { kind: "const_spec" },
        { kind: "parameter_declaration" },
        { kind: "function_declaration" },
        { kind: "type_spec" },
        { kind: "range_clause" },
      ],
      java: [
        { kind: "class_declaration" },
        { kind: "interface_declaration" },
        { kind: "enum_declaration" },
        { kind: "record_declaration" },
        { kind: "type_parameter" },
      ],
    },
    check(node, file) {
      const builtins = PATTERNS[file.family];
      const hidden = builtins && declared(node).find((name) => builtins.test(name.text()));
      return (
        hidden && {
          node: hidden,
          message: `${hidden.text()} hides a built-in name; choose another.`,
        }
      );
    },
  }),
];
