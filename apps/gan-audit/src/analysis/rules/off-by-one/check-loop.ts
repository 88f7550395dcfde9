import type { Node } from "../../node.ts";
import { escapeForRegex } from "../../grammars/piece-builders.ts";
import type { Hit } from "../../rule.ts";
import type { SourceFile } from "../../source-file.ts";
import { boundFix, boundOf, LENGTH, readsAt, strip } from "./bounds.ts";
import { checkMirror } from "./check-mirror.ts";
import { NEIGHBOUR, PAST, SHORT } from "./messages.ts";
import { handlesLast, readsNeighbour, usesNext } from "./neighbours.ts";

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
