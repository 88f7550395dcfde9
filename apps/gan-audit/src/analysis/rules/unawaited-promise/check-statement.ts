import type { Node } from "../../node.ts";
import type { Hit } from "../../rule.ts";
import type { SourceFile } from "../../source-file.ts";
import { isPromise } from "./promises.ts";

/** Methods of stores and queues that answer with a promise wherever others of the same object do. */
const STORES =
  /^(save|insert\w*|update(One|Many)?|upsert|delete(One|Many)?|destroy|persist|commit|rollback|publish|sendMail|bulkCreate|createMany)$/;

export function checkStatement(statement: Node, file: SourceFile): Hit | undefined {
  const inner = statement.namedChildren()[0];
  if (!inner) return undefined;
  if (isPromise(inner, file) || isStored(inner, file))
    return { node: inner, ...awaitFix(inner, file) };
  const start = startOfChain(inner, file);
  if (!start) return undefined;
  if (isPromise(start, file)) return { node: inner, ...awaitFix(inner, file) };
  // Cypress has commands that look like promises and wait for each other by themselves.
  const isThen = file.family === "javascript" && !/^cy\b/.test(start.text());
  return isThen ? { node: inner, severity: "minor" } : undefined;
}

/** The expression that `.then(…)` was called on, when no part of the chain handles errors. */
function startOfChain(node: Node, file: SourceFile): Node | undefined {
  const call = file.grammar.call(node);
  if (!call?.receiver || !/^(then|finally)$/.test(call.name)) return undefined;
  if (call.name === "then" && call.args.length > 1) return undefined;
  const { receiver } = call;
  const earlier = file.grammar.call(receiver)?.name ?? "";
  return /^(then|catch|finally)$/.test(earlier) ? startOfChain(receiver, file) : receiver;
}

/** `orders.save(order)` where other methods of `orders` are awaited. */
function isStored(node: Node, file: SourceFile): boolean {
  const call = file.grammar.call(node);
  return (
    call !== undefined &&
    STORES.test(call.name) &&
    awaitedObjects(file).has(call.receiver?.text() ?? "")
  );
}

/** The objects whose methods this file awaits. */
function awaitedObjects(file: SourceFile): ReadonlySet<string> {
  const known = awaited.get(file);
  if (known) return known;
  const found = file.text.matchAll(/\bawait\s+((?:this\.)?#?\w+(?:\.\w+)?)\.\w+\(/g);
  const names = new Set(Array.from(found, ([, name = ""]) => name));
  awaited.set(file, names);
  return names;
}

const awaited = new WeakMap<SourceFile, ReadonlySet<string>>();

export function awaitFix(node: Node, file: SourceFile): Hit {
  const fn = file.enclosingFunction(node);
  const start = node.range().start.index;
  const isAsync = fn
    ? /^(export\s+)?(static\s+|public\s+|private\s+|protected\s+)*async\b/.test(fn.text())
    : file.family === "javascript" && /^(import|export)\s/m.test(file.text);
  return isAsync ? { fix: [{ start, end: start, text: "await " }] } : {};
}

/** A promise returned from a `try` without `await` fails outside of it. */
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
