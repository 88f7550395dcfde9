import { escapeForRegex } from "../../grammars/piece-builders.ts";
import type { Node } from "../../node.ts";
import type { Hit } from "../../rule.ts";
import type { SourceFile } from "../../source-file.ts";
import { boundFix, boundOf, LENGTH, readsAt, strip } from "./bounds.ts";

export function checkLoop(node: Node, file: SourceFile): Hit | undefined {
  const clause = node.namedChildren().find((one) => one.kind() === "for_clause") ?? node;
  const condition = clause.field("condition");
  const body = strip(node.field("body")?.text() ?? "");
  if (!condition) return undefined;
  const mirror = checkMirror(clause, node, condition, body);
  if (mirror) return mirror;
  const bound = boundOf(condition.text().replace(/^\((.*)\)$|;$/gs, "$1"));
  if (!bound) return checkSized(node, condition, body, file) ?? checkDownwards(clause, node, body);
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

/** `i <= n` where `n` is the size that the array was made with, or the length of what is searched. */
function checkSized(node: Node, condition: Node, body: string, file: SourceFile): Hit | undefined {
  const [, counter = "", size = ""] =
    /^\(?([a-z]\w*)<=([a-z]\w*)\)?;?$/i.exec(strip(condition.text())) ?? [];
  if (size === "") return undefined;
  const scope = file.enclosingFunction(node) ?? file.root;
  const made = new RegExp(
    `\\b(\\w+)\\s*:?=\\s*(?:new\\s+[\\w.]+\\[\\s*${size}\\s*\\]|make\\(\\[\\][\\w.*]+,\\s*${size}\\s*\\))`,
    "g",
  );
  const isFilled = [...scope.text().matchAll(made)].some(([, name = ""]) =>
    readsAt(body, name, counter),
  );
  const at = node.range().start.index;
  const isSearched = file.bindingsBefore(scope, size, at).some(({ value }) => {
    const length = new RegExp(`(?:^|,)(?:len\\((\\w+)\\)|(\\w+)${LENGTH})$`).exec(
      strip(value.text()),
    );
    const middle = new RegExp(`(\\w+)=[^=\\n]*${counter}[^\\n]*${size}[^\\n]*(?://|/|>>)`).exec(
      body,
    );
    return length && middle && readsAt(body, length[1] ?? length[2] ?? "", middle[1] ?? "");
  });
  if (isFilled) return { node: condition, message: PAST, ...boundFix(condition) };
  return isSearched ? { node: condition, message: PAST } : undefined;
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

/** The function takes the last element by itself. */
export function handlesLast(scope: Node, collection: string): boolean {
  const name = escapeForRegex(collection);
  const last = `${name}\\[(${name}${LENGTH}|len\\(${name}\\))-1\\]|${name}\\.(at\\(-1\\)|pop\\(|getLast\\()|${name}\\[-1\\]`;
  return new RegExp(last).test(strip(scope.text()));
}

export const usesNext = (body: string, counter: string): boolean =>
  new RegExp(`\\b${counter}\\+1\\b|\\b1\\+${counter}\\b|\\+\\+${counter}\\b`).test(body);

/** `items[i] - items[i + 1]` up to the very last `i`, without a look at where the end is. */
export function readsNeighbour(
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

export const PAST =
  "The last turn of this loop reads one element past the end; the bound must be exclusive.";
export const SHORT = "This loop leaves out the last element.";
export const NEIGHBOUR =
  "The last turn of this loop reads the element after the last one; stop one element earlier.";

/** `for (i = 0; …) text[text.length - i]` reads past the end in its first turn. */
function checkMirror(clause: Node, node: Node, condition: Node, body: string): Hit | undefined {
  const counter = /^\(?(\w+)<(?!=)/.exec(strip(condition.text()))?.[1];
  if (counter === undefined) return undefined;
  const start = strip((clause.field("init") ?? clause.field("initializer"))?.text() ?? "");
  if (!new RegExp(`^(?:int|long|let|var)?${counter}:?=0(?!\\.)`).test(start)) return undefined;
  const index = `(?:\\1${LENGTH}|len\\(\\1\\))-${counter}`;
  const mirrored = new RegExp(`([\\w.]+)(?:\\[${index}\\]|\\.(?:get|charAt)\\(${index}\\))`);
  return mirrored.test(body) && !new RegExp(`\\b${counter}[=!]==?0|\\b${counter}>0`).test(body)
    ? {
        node: mirrorIn(node, mirrored),
        message: "This index is one past the end in the first turn; subtract one more.",
      }
    : undefined;
}

/** The smallest part of the loop that the form is found in. */
function mirrorIn(node: Node, form: RegExp): Node {
  const inner = node.namedChildren().find((child) => form.test(strip(child.text())));
  return inner ? mirrorIn(inner, form) : node;
}

export function checkPythonLoop(node: Node, file: SourceFile): Hit | undefined {
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

/** The collection, and the lists that were made as long as it is. */
function alikeOf(collection: string, scope: Node): string[] {
  const name = escapeForRegex(collection);
  const made = new RegExp(String.raw`(\w+)=\[[^[\]]*\]\*len\(${name}\)(?![-+*])`, "g");
  const alike = [...strip(scope.text()).matchAll(made)].map(([, other = ""]) => other);
  return [collection, ...alike];
}
