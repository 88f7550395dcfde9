import type { Node } from "../../node.ts";
import { callRule, type Hit, nodeRule, type Rule } from "../../rule.ts";
import type { SourceFile } from "../../source-file.ts";
import { boundFix, boundOf, LENGTH, readsAt, strip } from "./bounds.ts";
import { checkLoop, checkPythonLoop, PAST } from "./check-loop.ts";

/** `i <= items.length && items[i]`: the last value of `i` that is let through is none of an element. */
function checkBoth(node: Node): Hit | undefined {
  const left = node.field("left");
  const right = node.field("right");
  const operator = node.field("operator")?.text() ?? node.child(1)?.text();
  if (!left || !right || (operator !== "&&" && operator !== "and")) return undefined;
  const bound = boundOf(left.text());
  const isPast =
    bound?.operator === "<=" &&
    bound.offset === "" &&
    readsAt(strip(right.text()), bound.collection, bound.counter);
  return isPast
    ? {
        node: left,
        message: "This lets the position after the last element through; use <.",
        ...boundFix(left),
      }
    : undefined;
}

/** `items[items.length]` is never an element. */
function checkIndex(node: Node, file: SourceFile): Hit | undefined {
  const text = strip(node.text());
  const parent = node.parent();
  const isAssigned =
    /assignment/.test(parent?.kind() ?? "") && parent?.field("left")?.id() === node.id();
  if (isAssigned && file.family === "javascript") return undefined;
  const member = new RegExp(`^([\\w.]+)\\[\\1${LENGTH}\\]$`).test(text);
  const call = /^([\w.]+)\[len\(\1\)\]$/.test(text);
  return member || call || isLengthByName(node, file)
    ? { message: "This index is one past the last element." }
    : undefined;
}

/** `const end = items.length`, and later `items[end]`. */
function isLengthByName(node: Node, file: SourceFile): boolean {
  const index = node.field("index");
  if (index?.kind() !== "identifier") return false;
  const [bindings = []] = file
    .scopes(index)
    .map((scope) => file.bindings(scope, index.text()))
    .filter((found) => found.length > 0);
  const [length, ...others] = bindings;
  const declaration = length?.value.parent()?.parent()?.text() ?? "";
  const isFixed = others.length === 0 && declaration.startsWith("const ");
  return isFixed && length?.value.text() === `${node.field("object")?.text()}.length`;
}

const SEARCHES =
  /\.(indexOf|lastIndexOf|search|findIndex|find|rfind|index)\([^()]*(\([^()]*\)[^()]*)*\)$|^strings\.(Index|LastIndex|IndexByte|IndexRune)\(/;

/** The first place is 0, so a test for `> 0` does not see it. */
function checkFound(node: Node, file: SourceFile): Hit | undefined {
  const left = node.field("left") ?? node.child(0);
  const right = node.field("right") ?? node.child(2);
  const operator = node.field("operator")?.text() ?? node.child(1)?.text();
  if (!left || right?.text() !== "0" || operator !== ">") return undefined;
  const text = strip(left.text());
  if (!SEARCHES.test(text) || (file.family !== "python" && /\.(find|rfind|index)\(/.test(text)))
    return undefined;
  return { message: "Position 0 counts as not found here; compare with -1." };
}

/** `list.get(list.size())` and `text.charAt(text.length())`. */
const LAST_CALL = new RegExp(`^([\\w.]+)\\.(?:get|charAt|elementAt|charCodeAt)\\(\\1${LENGTH}\\)$`);

export const offByOne: readonly Rule[] = [
  nodeRule({
    id: "off-by-one/loop",
    category: "off-by-one",
    severity: "major",
    message: PAST,
    hint: /<=|len\(|length|size\(\)/,
    nodes: {
      javascript: [
        { kind: "for_statement" },
        { kind: "while_statement", regex: "<=" },
        { kind: "do_statement", regex: "<=" },
      ],
      java: [
        { kind: "for_statement" },
        { kind: "while_statement", regex: "<=" },
        { kind: "do_statement", regex: "<=" },
      ],
      go: [{ kind: "for_statement" }],
      python: [
        { kind: "for_statement", regex: "range\\(" },
        { kind: "while_statement", regex: "<=" },
      ],
    },
    check: (node, file) =>
      file.family === "python" && node.kind() === "for_statement"
        ? checkPythonLoop(node, file)
        : checkLoop(node, file),
  }),
  nodeRule({
    id: "off-by-one/condition",
    category: "off-by-one",
    severity: "major",
    message: PAST,
    hint: /<=[^=\n]*(len\(|length|size\(\))/,
    nodes: {
      javascript: [{ kind: "binary_expression", regex: "<=(.|\\n)*&&" }],
      java: [{ kind: "binary_expression", regex: "<=(.|\\n)*&&" }],
      go: [{ kind: "binary_expression", regex: "<=(.|\\n)*&&" }],
      python: [{ kind: "boolean_operator", regex: "<=(.|\\n)*\\band\\b" }],
    },
    check: checkBoth,
  }),
  nodeRule({
    id: "off-by-one/index",
    category: "off-by-one",
    severity: "major",
    message: "This index is one past the last element.",
    hint: /\[\s*[\w.]+\.length|\[\s*len\(|\.size\(\)\s*\]|\bconst\s+\w+\s*=\s*[\w.]+\.length\b/,
    nodes: {
      javascript: [{ kind: "subscript_expression", regex: "(\\.length|\\[\\w+)\\s*\\]$" }],
      python: [{ kind: "subscript", regex: "len\\(.*\\)\\s*\\]$" }],
      go: [{ kind: "index_expression", regex: "len\\(.*\\)\\s*\\]$" }],
      java: [{ kind: "array_access", regex: "\\.length\\s*\\]$" }],
    },
    check: checkIndex,
  }),
  callRule({
    id: "off-by-one/last-call",
    category: "off-by-one",
    severity: "major",
    message: "This index is one past the last element.",
    calls: { javascript: "charAt charCodeAt", java: "get charAt elementAt" },
    check: (_call, node) => LAST_CALL.test(strip(node.text())),
  }),
  nodeRule({
    id: "off-by-one/found",
    category: "off-by-one",
    severity: "major",
    message: "Position 0 counts as not found here; compare with -1.",
    hint: /(ndexOf|ndex|search|find|IndexByte|IndexRune)\(/,
    nodes: {
      javascript: [{ kind: "binary_expression", regex: ">\\s*0$" }],
      java: [{ kind: "binary_expression", regex: ">\\s*0$" }],
      go: [{ kind: "binary_expression", regex: ">\\s*0$" }],
      python: [{ kind: "comparison_operator", regex: ">\\s*0$" }],
    },
    check: checkFound,
  }),
];
