import type { Node } from "../node.ts";
import { escapeForRegex } from "../grammars/piece-builders.ts";
import { callRule, nodeRule, type Hit, type Rule } from "../rule.ts";
import type { SourceFile } from "../source-file.ts";

const MESSAGE =
  "All callers share this default, so what one changes the next one sees; make a fresh one in each call.";

/** A parameter whose default is an object of the module, and which the function then changes. */
function checkParameter(node: Node, file: SourceFile): Hit | undefined {
  const name = node.field("pattern") ?? node.field("left");
  const value = node.field("value") ?? node.field("right");
  const fn = file.enclosingFunction(node);
  if (name?.kind() !== "identifier" || value?.kind() !== "identifier" || !fn) return undefined;
  const shared = file
    .bindings(file.root, value.text())
    .some((one) => /^(object|array|new_expression)$/.test(one.value.kind()));
  const word = escapeForRegex(name.text());
  const changes = new RegExp(
    `\\b${word}(\\.\\w+|\\[[^\\]]+\\])+\\s*([-+*/]|\\?\\?|\\|\\|)?=(?!=)|\\b${word}\\.(push|pop|shift|unshift|splice|sort|reverse|set|add|delete|clear)\\(|\\bdelete\\s+${word}\\b|Object\\.assign\\(\\s*${word}\\b`,
  );
  return shared && changes.test(fn.field("body")?.text() ?? "") ? {} : undefined;
}

/** A lambda's default, which ruff leaves to others. */
function checkLambda(node: Node): Hit | undefined {
  const isLambda = node.parent()?.kind() === "lambda_parameters";
  const value = node.field("value");
  return isLambda && value && /^(list|dictionary|set)$/.test(value.kind()) ? {} : undefined;
}

/** `[[]] * n` repeats one and the same list. */
function checkRepeat(node: Node): Hit | undefined {
  const sides = [node.field("left"), node.field("right")].filter((side) => side !== null);
  const list = sides.find((side) => side.kind() === "list");
  const holdsMutable = list
    ?.namedChildren()
    .some(
      (one) =>
        (/^(list|dictionary|set|list_comprehension|binary_operator)$/.test(one.kind()) &&
          /[[{]/.test(one.text())) ||
        /^(list|dict|set)\(\)$/.test(one.text()),
    );
  return node.field("operator")?.text() === "*" && holdsMutable
    ? { message: "Every element is the same object; make them with a comprehension." }
    : undefined;
}

/** `class C: items = []` that methods change through self. */
function checkClassAttribute(node: Node, file: SourceFile): Hit | undefined {
  const isAttribute =
    node.parent()?.kind() === "expression_statement" &&
    node.parent()?.parent()?.parent()?.kind() === "class_definition";
  const name = node.field("left")?.text() ?? "";
  const value = node.field("right");
  if (
    !isAttribute ||
    !value ||
    !/^(list|dictionary|set)$/.test(value.kind()) ||
    !/^\w+$/.test(name)
  )
    return undefined;
  const owner = node.parent()?.parent()?.parent();
  const isDataclass = /@(\w+\.)?dataclass/.test(owner?.parent()?.text().slice(0, 200) ?? "");
  const text = owner?.text() ?? file.text;
  const word = escapeForRegex(name);
  const changes = new RegExp(
    `self\\.${word}(\\.(append|extend|add|update|insert|pop|remove|setdefault|clear)\\(|\\[[^\\]]+\\]\\s*[-+]?=(?!=))`,
  ).test(text);
  const isReset = new RegExp(`def __init__[^]*?self\\.${word}\\s*(:[^=]+)?=`).test(text);
  return isDataclass || (changes && !isReset)
    ? {
        message:
          "All instances share this attribute; set it in __init__, or use field(default_factory=…).",
      }
    : undefined;
}

export const mutableDefault: readonly Rule[] = [
  nodeRule({
    id: "mutable-default/parameter",
    category: "mutable-default",
    severity: "major",
    message: MESSAGE,
    hint: /=/,
    nodes: {
      javascript: [
        { kind: "required_parameter", has: { field: "value", kind: "identifier" } },
        { kind: "assignment_pattern", has: { field: "right", kind: "identifier" } },
      ],
      python: [{ kind: "default_parameter" }],
    },
    check: (node, file) =>
      file.family === "python" ? checkLambda(node) : checkParameter(node, file),
  }),
  nodeRule({
    id: "mutable-default/repeat",
    category: "mutable-default",
    severity: "major",
    message: MESSAGE,
    hint: /\]\s*\*|\*\s*\[/,
    nodes: { python: [{ kind: "binary_operator", has: { field: "operator", regex: "^\\*$" } }] },
    check: checkRepeat,
  }),
  nodeRule({
    id: "mutable-default/attribute",
    category: "mutable-default",
    severity: "major",
    message: MESSAGE,
    hint: /class\s/,
    nodes: {
      python: [
        {
          kind: "assignment",
          has: { field: "right", any: [{ kind: "list" }, { kind: "dictionary" }, { kind: "set" }] },
        },
      ],
    },
    check: checkClassAttribute,
  }),
  callRule({
    id: "mutable-default/field",
    category: "mutable-default",
    severity: "major",
    message: "All rows share this default; give the field a function, such as list or dict.",
    calls: { python: "JSONField ArrayField HStoreField" },
    check: ({ named }) => /^(list|dictionary|set)$/.test(named.get("default")?.kind() ?? ""),
  }),
  callRule({
    id: "mutable-default/shared",
    category: "mutable-default",
    severity: "major",
    message: "Every element is the same object; make a fresh one for each.",
    calls: { javascript: "fill", python: "fromkeys" },
    check({ callee, name, args }) {
      const value = args[name === "fill" ? 0 : 1];
      if (!value) return false;
      if (name === "fill")
        return /^(array|object|new_expression)$/.test(value.kind()) && /Array/.test(callee);
      return (
        callee.startsWith("dict.") &&
        (/^(list|dictionary|set)$/.test(value.kind()) || /^(list|dict|set)\(\)$/.test(value.text()))
      );
    },
  }),
];
