import type { Node } from "../../node.ts";
import type { SourceFile } from "../../source-file.ts";

const OF_LISTS = "(reduce|filter|join|sort|toSorted|every|some|find|includes|indexOf|flat|at)";

/** Promises from `map` whose list is worked with as if it held their values. */
export function isUsedAsValue(node: Node, file: SourceFile): boolean {
  const parent = node.parent();
  if (parent?.kind() === "member_expression") {
    const next = parent.parent();
    const isUsed = new RegExp(`^${OF_LISTS}$`).test(parent.field("property")?.text() ?? "");
    return isUsed && next?.kind() === "call_expression" && !waits(next.field("arguments")?.text());
  }
  const name = parent?.kind() === "variable_declarator" ? parent.field("name")?.text() : undefined;
  if (name === undefined || !/^\w+$/.test(name)) return false;
  const scope = file.enclosingFunction(node) ?? file.root;
  const text = scope.text();
  const uses = [...text.matchAll(new RegExp(`\\b${name}\\b(?!\\s*[=:])`, "g"))];
  const asValues = [...text.matchAll(new RegExp(`\\b${name}\\.${OF_LISTS}\\(([^;]*)`, "g"))];
  return (
    uses.length > 0 &&
    uses.length === asValues.length &&
    !asValues.some(([, , rest]) => waits(rest))
  );
}

const waits = (text: string | undefined): boolean =>
  /\bawait\b|\.(then|catch|finally)\b|\bPromise\b|\basync\b/.test(text ?? "");
