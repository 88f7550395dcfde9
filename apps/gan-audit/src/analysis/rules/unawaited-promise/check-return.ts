import type { Node } from "../../node.ts";
import type { Hit } from "../../rule.ts";
import type { SourceFile } from "../../source-file.ts";
import { awaitFix } from "./await-fix.ts";
import { isPromise } from "./promises.ts";

/** What is returned from a `try` without waiting fails outside of it. */
export function checkReturn(node: Node, file: SourceFile): Hit | undefined {
  const [value] = node.namedChildren();
  const fn = file.enclosingFunction(node);
  if (!value || !fn || !isPromise(value, file) || !/^(\w+\s+)*async\b/.test(fn.text()))
    return undefined;
  const around = node.ancestors();
  const inside = around.slice(
    0,
    around.findIndex((one) => one.id() === fn.id()),
  );
  const at = inside.findIndex((one) => one.kind() === "try_statement");
  const attempt = inside[at];
  const isTried = attempt?.field("body")?.id() === inside[at - 1]?.id();
  return isTried && attempt?.field("handler")
    ? { node: value, ...awaitFix(value, file) }
    : undefined;
}
