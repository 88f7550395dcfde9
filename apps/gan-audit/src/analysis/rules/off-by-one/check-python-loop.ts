import type { Node } from "../../node.ts";
import { escapeForRegex } from "../../grammars/piece-builders.ts";
import type { Hit } from "../../rule.ts";
import type { SourceFile } from "../../source-file.ts";
import { readsAt, strip } from "./bounds.ts";
import { NEIGHBOUR, PAST, SHORT } from "./messages.ts";
import { handlesLast, readsNeighbour, usesNext } from "./neighbours.ts";

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
