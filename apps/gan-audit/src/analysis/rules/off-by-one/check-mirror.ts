import type { Node } from "../../node.ts";
import type { Hit } from "../../rule.ts";
import { LENGTH, strip } from "./bounds.ts";

/** `for (i = 0; …) text[text.length - i]` reads past the end in its first turn. */
export function checkMirror(
  clause: Node,
  node: Node,
  condition: Node,
  body: string,
): Hit | undefined {
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
