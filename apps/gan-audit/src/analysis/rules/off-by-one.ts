import type { Node } from "../node.ts";
import { escapeForRegex } from "../grammars/piece-builders.ts";
import { callRule, nodeRule, type Hit, type Rule } from "../rule.ts";
import type { SourceFile } from "../source-file.ts";

const PAST =
  "The last turn of this loop reads one element past the end; the bound must be exclusive.";
const SHORT = "This loop leaves out the last element.";
const NEIGHBOUR =
  "The last turn of this loop reads the element after the last one; stop one element earlier.";
const LENGTH = String.raw`(?:\.length(?:\(\))?|\.size\(\)|\.count)`;

const strip = (text: string): string => text.replaceAll(/\s+/g, "");

/** The collection and the counter of a bound such as `i <= items.length`. */
function boundOf(
  text: string,
): { counter: string; operator: string; collection: string; offset: string } | undefined {
  const bound = strip(text);
  const member = new RegExp(`^(\\w+)(<=|<|>=|>)([\\w.$\\[\\]]+?)${LENGTH}([-+]1)?$`).exec(bound);
  const call = /^(\w+)(<=|<|>=|>)len\(([\w.[\]]+)\)([-+]1)?$/.exec(bound);
  const found = member ?? call;
  if (!found) return undefined;
  const [, counter = "", operator = "", collection = "", offset = ""] = found;
  return { counter, operator, collection, offset };
}

/** `items[i]`, `items.get(i)`, `text.charAt(i)`. */
function readsAt(body: string, collection: string, index: string): boolean {
  const name = escapeForRegex(collection);
  return new RegExp(
    `${name}(?:\\[${index}\\]|\\.(?:get|charAt|at|elementAt|charCodeAt|codePointAt|substring)\\(${index}\\b)`,
  ).test(body);
}

function checkLoop(node: Node, file: SourceFile): Hit | undefined {
  const clause = node.namedChildren().find((one) => one.kind() === "for_clause") ?? node;
  const condition = clause.field("condition");
  const body = strip(node.field("body")?.text() ?? "");
  if (!condition) return undefined;
  const bound = boundOf(condition.text().replace(/^\((.*)\)$|;$/gs, "$1"));
  if (!bound) return checkDownwards(clause, node, body);
  const { counter, operator, collection, offset } = bound;
  if (
    operator === "<=" &&
    offset === "" &&
    readsAt(body, collection, counter) &&
    !isClosed(body, collection, counter)
  ) {
    return { node: condition, message: PAST, ...boundFix(condition) };
  }
  if (operator === "<" && offset === "+1" && readsAt(body, collection, counter))
    return { node: condition, message: PAST };
  const isByOne = new RegExp(`\\b${counter}(\\+\\+|\\+=1\\b)|\\+\\+${counter}\\b`);
  if (
    operator === "<" &&
    offset === "" &&
    isByOne.test(strip((clause.field("increment") ?? clause.field("update"))?.text() ?? "")) &&
    readsNeighbour(body, collection, counter, file)
  )
    return { node: condition, message: NEIGHBOUR };
  if (
    operator === "<" &&
    offset === "-1" &&
    readsAt(body, collection, counter) &&
    !usesNext(body, counter) &&
    !handlesLast(file.enclosingFunction(node) ?? file.root, collection)
  )
    return { node: condition, message: SHORT, severity: "minor" };
  return undefined;
}

/** The body itself stops before the end: `if (i === items.length) …`. */
const isClosed = (body: string, collection: string, counter: string): boolean =>
  new RegExp(`\\b${counter}(===?|<|!==?)(${escapeForRegex(collection)}|len\\()`).test(body);

/** The function takes the last element by itself. */
function handlesLast(scope: Node, collection: string): boolean {
  const name = escapeForRegex(collection);
  const last = `${name}\\[(${name}${LENGTH}|len\\(${name}\\))-1\\]|${name}\\.(at\\(-1\\)|pop\\(|getLast\\()|${name}\\[-1\\]`;
  return new RegExp(last).test(strip(scope.text()));
}

const usesNext = (body: string, counter: string): boolean =>
  new RegExp(`\\b${counter}\\+1\\b|\\b1\\+${counter}\\b|\\+\\+${counter}\\b`).test(body);

/** `items[i] - items[i + 1]` up to the very last `i`, without a look at where the end is. */
function readsNeighbour(
  body: string,
  collection: string,
  counter: string,
  file: SourceFile,
): boolean {
  const next = String.raw`${counter}\+1`;
  if (!readsAt(body, collection, next)) return false;
  const isChecked = new RegExp(
    String.raw`\b${counter}(\+1)?([<>=!]=?=?|%|in\b)|IndexError|len\(|${LENGTH}`,
  );
  if (isChecked.test(body)) return false;
  // Elsewhere the read fails; in JavaScript it gives undefined, which only arithmetic takes for a value.
  const name = escapeForRegex(collection);
  const element = String.raw`${name}\[${next}\]`;
  return (
    file.family !== "javascript" ||
    new RegExp(String.raw`${element}[-+*/<>]|[-+*/<>]=?${element}(?![?.])`).test(body)
  );
}

function boundFix(condition: Node): Hit {
  const operator =
    condition.field("operator") ?? condition.children().find((one) => one.text() === "<=");
  if (operator?.text() !== "<=") return {};
  const { start, end } = operator.range();
  return { fix: [{ start: start.index, end: end.index, text: "<" }] };
}

/** `for (i = items.length; i >= 0; i--) items[i]` starts past the end. */
function checkDownwards(clause: Node, node: Node, body: string): Hit | undefined {
  const header = strip(node.text().slice(0, 160));
  const found = new RegExp(
    `^for\\(?(?:let|var|int)?(\\w+):?=(?:([\\w.]+)${LENGTH}|len\\(([\\w.]+)\\));\\1(>=0|>-1|>0);`,
  ).exec(header);
  if (!found) return undefined;
  const [, counter = "", member, called] = found;
  return readsAt(body, member ?? called ?? "", counter)
    ? {
        node: clause,
        message: "This loop starts one element past the end; start at the length minus one.",
      }
    : undefined;
}

/** The collection, and the lists that were made as long as it is. */
function alikeOf(collection: string, scope: Node): string[] {
  const name = escapeForRegex(collection);
  const made = new RegExp(String.raw`(\w+)=\[[^[\]]*\]\*len\(${name}\)(?![-+*])`, "g");
  const alike = [...strip(scope.text()).matchAll(made)].map(([, other = ""]) => other);
  return [collection, ...alike];
}

function checkPythonLoop(node: Node, file: SourceFile): Hit | undefined {
  const counter = node.field("left")?.text() ?? "";
  const range = strip(node.field("right")?.text() ?? "");
  const body = strip(node.field("body")?.text() ?? "");
  const found = /^range\((?:(\d+),)?len\(([\w.[\]]+)\)([-+]1)?\)$/.exec(range);
  if (!found || !/^\w+$/.test(counter)) return undefined;
  const [, first = "0", collection = "", offset = ""] = found;
  const scope = file.enclosingFunction(node) ?? file.root;
  if (offset === "+1" && alikeOf(collection, scope).some((one) => readsAt(body, one, counter)))
    return { message: PAST };
  if (!readsAt(body, collection, counter)) return undefined;
  if (offset === "" && readsNeighbour(body, collection, counter, file))
    return { message: NEIGHBOUR };
  const isCareful = usesNext(body, counter) || handlesLast(scope, collection);
  if (offset === "-1" && first === "0" && !isCareful) return { message: SHORT, severity: "minor" };
  return undefined;
}

/** `items[items.length]` is never an element. */
function checkIndex(node: Node, file: SourceFile): Hit | undefined {
  const text = strip(node.text());
  const isAssigned = node.parent()?.field("left")?.id() === node.id();
  if (isAssigned && file.family === "javascript") return undefined;
  const member = new RegExp(`^([\\w.]+)\\[\\1${LENGTH}\\]$`).test(text);
  const call = /^([\w.]+)\[len\(\1\)\]$/.test(text);
  return member || call ? { message: "This index is one past the last element." } : undefined;
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
    id: "off-by-one/index",
    category: "off-by-one",
    severity: "major",
    message: "This index is one past the last element.",
    hint: /\[\s*[\w.]+\.length|\[\s*len\(|\.size\(\)\s*\]/,
    nodes: {
      javascript: [{ kind: "subscript_expression", regex: "\\.length\\s*\\]$" }],
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
