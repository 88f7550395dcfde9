import type { Node } from "../node.ts";
import { callRule, nodeRule, type Hit, type Rule } from "../rule.ts";
import type { SourceFile } from "../source-file.ts";

const MESSAGE =
  "Nothing waits for this promise: its error is lost and what follows runs too early; await it, or return it.";
const ASYNC_APIS =
  /^(fetch|axios(\.\w+)?|(fs|fsp|fsPromises)\.promises\.\w+|(fsp|fsPromises)\.\w+|Promise\.(all|allSettled|race|any)|asyncio\.(sleep|gather|wait|wait_for|to_thread)|prisma\.\w+\.\w+)$/;

/** Methods of stores and queues that answer with a promise wherever others of the same object do. */
const STORES =
  /^(save|insert\w*|update(One|Many)?|upsert|delete(One|Many)?|destroy|persist|commit|rollback|publish|sendMail|bulkCreate|createMany)$/;

/** Properties that a response, a text or a list has, and a promise has not. */
const OF_VALUES =
  "^(json|text|ok|status|body|data|headers|length|map|filter|forEach|trim|split|toString|rows|slice)$";

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

function isPromise(node: Node, file: SourceFile): boolean {
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

/** A parameter of the same name hides the async function. */
const isRedefined = (name: string, node: Node, file: SourceFile): boolean =>
  file
    .scopes(node)
    .some(
      (scope) =>
        file.grammar.functions.has(scope.kind()) &&
        file.grammar.parameter(scope, name) !== undefined,
    );

function awaitFix(node: Node, file: SourceFile): Hit {
  const fn = file.enclosingFunction(node);
  const start = node.range().start.index;
  const isAsync = fn
    ? /^(export\s+)?(static\s+|public\s+|private\s+|protected\s+)*async\b/.test(fn.text())
    : file.family === "javascript" && /^(import|export)\s/m.test(file.text);
  return isAsync ? { fix: [{ start, end: start, text: "await " }] } : {};
}

function checkStatement(statement: Node, file: SourceFile): Hit | undefined {
  const inner = statement.namedChildren()[0];
  if (!inner) return undefined;
  if (isPromise(inner, file) || isStored(inner, file))
    return { node: inner, ...awaitFix(inner, file) };
  const start = startOfChain(inner, file);
  return start && isPromise(start, file) ? { node: inner, ...awaitFix(inner, file) } : undefined;
}

/** What `.then(…)` was called on, when no part of the chain takes care of errors. */
function startOfChain(node: Node, file: SourceFile): Node | undefined {
  const call = file.grammar.call(node);
  if (!call?.receiver || !/^(then|finally)$/.test(call.name)) return undefined;
  if (call.name === "then" && call.args.length > 1) return undefined;
  const { receiver } = call;
  const earlier = file.grammar.call(receiver)?.name ?? "";
  return /^(then|catch|finally)$/.test(earlier) ? startOfChain(receiver, file) : receiver;
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

/** A variable that holds nothing but a promise. */
function isHeldPromise(node: Node, file: SourceFile): boolean {
  if (node.kind() !== "identifier" || !heldNames(file).has(node.text())) return false;
  const scope = file.enclosingFunction(node) ?? file.root;
  const bindings = file.bindings(scope, node.text());
  return (
    bindings.length > 0 && bindings.every(({ value, adds }) => !adds && isPromise(value, file))
  );
}

/** A promise is always truthy. */
function checkCondition(node: Node, file: SourceFile): Hit | undefined {
  let condition = node.field("condition");
  if (condition?.kind() === "parenthesized_expression")
    condition = condition.namedChildren()[0] ?? null;
  if (condition && /^(unary_expression|not_operator)$/.test(condition.kind()))
    condition = condition.field("argument");
  return condition && isPromise(condition, file)
    ? {
        node: condition,
        message: "A promise is always truthy; await it before testing its value.",
        ...awaitFix(condition, file),
      }
    : undefined;
}

export const unawaitedPromise: readonly Rule[] = [
  nodeRule({
    id: "unawaited-promise/statement",
    category: "unawaited-promise",
    severity: "major",
    message: MESSAGE,
    hint: /\basync\b|fetch\(|promises|Promise\.|axios|asyncio|prisma/,
    nodes: {
      javascript: [{ kind: "expression_statement", has: { kind: "call_expression" } }],
      python: [{ kind: "expression_statement", has: { kind: "call" } }],
    },
    check: checkStatement,
  }),
  nodeRule({
    id: "unawaited-promise/condition",
    category: "unawaited-promise",
    severity: "major",
    message: MESSAGE,
    hint: /\basync\b/,
    nodes: {
      javascript: [
        { kind: "if_statement" },
        { kind: "while_statement" },
        { kind: "ternary_expression" },
      ],
      python: [{ kind: "if_statement" }, { kind: "while_statement" }],
    },
    check: checkCondition,
  }),
  callRule({
    id: "unawaited-promise/callback",
    category: "unawaited-promise",
    severity: "major",
    message:
      "An async callback is called and not waited for; use for…of with await, or Promise.all over map.",
    calls: {
      javascript: "forEach filter some every find reduce map flatMap sort Promise",
    },
    check({ name, callee, args }, node) {
      const isAsync = /^async\b/.test(args[0]?.text() ?? "");
      if (!isAsync) return false;
      if (name === "Promise")
        return (
          callee === "Promise" && {
            message: "Errors thrown in an async executor are lost; make the function itself async.",
          }
        );
      if (name === "reduce") return false;
      if (!/^(map|flatMap)$/.test(name)) return true;
      return node.parent()?.kind() === "expression_statement";
    },
  }),
  nodeRule({
    id: "unawaited-promise/value",
    category: "unawaited-promise",
    severity: "major",
    message: "The property of a promise is read; await the promise first.",
    hint: /\basync\b|fetch\(/,
    nodes: {
      javascript: [
        { kind: "member_expression", has: { field: "object", kind: "call_expression" } },
        {
          kind: "member_expression",
          all: [
            { has: { field: "object", kind: "identifier" } },
            { has: { field: "property", regex: OF_VALUES } },
          ],
        },
      ],
    },
    check(node, file) {
      const object = node.field("object");
      const property = node.field("property")?.text() ?? "";
      if (!object || /^(then|catch|finally)$/.test(property)) return undefined;
      const isRead = object.kind() === "call_expression" || new RegExp(OF_VALUES).test(property);
      return isRead && (isPromise(object, file) || isHeldPromise(object, file))
        ? { node: object }
        : undefined;
    },
  }),
  callRule({
    id: "unawaited-promise/argument",
    category: "unawaited-promise",
    severity: "major",
    message: "A promise is given where its value is needed; await it first.",
    calls: { javascript: "parse Number String parseInt parseFloat" },
    check({ callee, args }, _node, file) {
      if (!/^(JSON\.parse|Number|String|parseInt|parseFloat)$/.test(callee)) return false;
      return args.slice(0, 1).some((one) => isPromise(one, file) || isHeldPromise(one, file));
    },
  }),
];
