import type { Node } from "../../node.ts";
import type { SourceFile } from "../../source-file.ts";

const ASYNC_APIS =
  /^(fetch|axios(\.\w+)?|(fs|fsp|fsPromises)\.promises\.\w+|(fsp|fsPromises)\.\w+|Promise\.(all|allSettled|race|any)|asyncio\.(sleep|gather|wait|wait_for|to_thread)|prisma\.\w+\.\w+)$/;

/** Functions and methods of this file that were declared async, with the class of a method. */
function asyncNames(file: SourceFile): ReadonlySet<string> {
  const known = cache.get(file);
  if (known) return known;
  const names = new Set<string>();
  const isPython = file.family === "python";
  const pattern = isPython
    ? /\basync\s+def\s+(\w+)/g
    : /\basync\s+function\s*\*?\s*(\w+)|\b(?:const|let|var)\s+(\w+)\s*(?::[^=]+)?=\s*async\b|^\s*(?:(?:public|private|protected|static|override)\s+)*async\s+(#?\w+)\s*[(<]/gm;
  for (const [, ...found] of file.text.matchAll(pattern))
    for (const name of found) if (name) names.add(name);
  for (const [, name = ""] of file.text.matchAll(importedPromises))
    for (const one of name.split(",")) names.add(one.trim().replace(/.*\sas\s/, ""));
  cache.set(file, names);
  return names;
}

const cache = new WeakMap<SourceFile, ReadonlySet<string>>();

const importedPromises =
  /import\s*\{([^}]*)\}\s*from\s*["'](?:node:)?(?:fs\/promises|timers\/promises)["']/g;

export function isPromise(node: Node, file: SourceFile): boolean {
  const call = file.grammar.call(node);
  if (!call || node.kind() === "new_expression") return false;
  if (node.field("function")?.kind() === "await_expression") return false;
  if (ASYNC_APIS.test(call.callee)) return true;
  const receiver = call.receiver?.text() ?? "";
  const isOwn = receiver === "" || /^(this|self|cls)$/.test(receiver);
  if (isOwn && asyncNames(file).has(call.name)) return !isRedefined(call.name, node, file);
  return (
    /^(fs|fsp|promises)$/.test(receiver) &&
    /from\s*["'](node:)?fs\/promises["']|require\(["'](node:)?fs\/promises["']\)|require\(["'](node:)?fs["']\)\.promises|\bpromises\s+as\s+fs\b/.test(
      file.text,
    ) &&
    !/Sync$|^(watch|create)/.test(call.name)
  );
}

/** A parameter of the same name hides the async function. */
const isRedefined = (name: string, node: Node, file: SourceFile): boolean =>
  file
    .scopes(node)
    .some(
      (scope) =>
        file.grammar.functions.has(scope.kind()) &&
        file.grammar.parameter(scope, name) !== undefined,
    );

/** A variable that holds nothing but a promise. */
export function isHeldPromise(node: Node, file: SourceFile): boolean {
  if (node.kind() !== "identifier" || !heldNames(file).has(node.text())) return false;
  const scope = file.enclosingFunction(node) ?? file.root;
  const bindings = file.bindings(scope, node.text());
  return (
    bindings.length > 0 && bindings.every(({ value, adds }) => !adds && isPromise(value, file))
  );
}

/** The variables that are given what a known async function answers; a cheap look before the close one. */
function heldNames(file: SourceFile): ReadonlySet<string> {
  const known = held.get(file);
  if (known) return known;
  const names = new Set<string>();
  for (const [, name = "", callee = ""] of file.text.matchAll(GIVEN_A_CALL)) {
    const last = callee.slice(callee.lastIndexOf(".") + 1);
    if (
      ASYNC_APIS.test(callee) ||
      asyncNames(file).has(last) ||
      /^(fs|fsp|promises)\./.test(callee)
    )
      names.add(name);
  }
  held.set(file, names);
  return names;
}

const held = new WeakMap<SourceFile, ReadonlySet<string>>();

const GIVEN_A_CALL = /\b(?:const|let|var)\s+(\w+)(?:\s*:[^=\n]+)?\s*=\s*([\w.#]+)\(/g;
