import type { Node } from "../../node.ts";
import { callRule, type Hit, nodeRule, type Rule } from "../../rule.ts";
import type { SourceFile } from "../../source-file.ts";
import { awaitFix, checkReturn, checkStatement } from "./check-statement.ts";
import { isUsedAsValue } from "./is-used-as-value.ts";
import { isHeldPromise, isPromise } from "./promises.ts";

const MESSAGE =
  "Nothing waits for this promise: its error is lost and what follows runs too early; await it, or return it.";

/** Properties that a response, a text or a list has, and a promise has not. */
const OF_VALUES =
  "^(json|text|ok|status|body|data|headers|length|map|filter|forEach|trim|split|toString|rows|slice)$";

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
    id: "unawaited-promise/returned",
    category: "unawaited-promise",
    severity: "major",
    message: "The catch here never sees this promise fail; return it with await.",
    hint: /\btry\b[^]*\breturn\b/,
    nodes: { javascript: [{ kind: "return_statement", has: { kind: "call_expression" } }] },
    check: checkReturn,
  }),
  nodeRule({
    id: "unawaited-promise/statement",
    category: "unawaited-promise",
    severity: "major",
    message: MESSAGE,
    hint: /\basync\b|fetch\(|promises|Promise\.|axios|asyncio|prisma|\.then\(/,
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
    check({ name, callee, args }, node, file) {
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
      return node.parent()?.kind() === "expression_statement" || isUsedAsValue(node, file);
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
