import type { Node } from "../node.ts";
import { operatorOf } from "../grammars/piece-builders.ts";
import { nodeRule, type Hit, type Rule } from "../rule.ts";
import type { SourceFile } from "../source-file.ts";

const NULLISH = /^(null|undefined|void 0)$/;

function checkJavascript(node: Node): Hit | undefined {
  const operator = node.field("operator");
  const left = node.field("left");
  const right = node.field("right");
  if (!operator || !left || !right || !/^[!=]=$/.test(operator.text())) return undefined;
  if (NULLISH.test(left.text()) || NULLISH.test(right.text())) return undefined;
  const isTypeof = /^typeof\b/.test(left.text()) || /^typeof\b/.test(right.text());
  const { end } = operator.range();
  return {
    severity: isTypeof ? "minor" : "major",
    fix: [{ start: end.index, end: end.index, text: "=" }],
  };
}

/** `==` compares references in Java; strings and boxed numbers need `equals`. */
function checkJava(node: Node, file: SourceFile): Hit | undefined {
  if (!/^[!=]=$/.test(operatorOf(node) ?? "")) return undefined;
  const sides = [node.field("left"), node.field("right")].filter((side) => side !== null);
  if (
    sides.some((side) =>
      /^(null_literal|decimal_integer_literal|character_literal|true|false|this)$/.test(
        side.kind(),
      ),
    )
  )
    return undefined;
  // `a == b || a.equals(b)` saves a comparison.
  if (
    node
      .ancestors()
      .slice(0, 2)
      .some((one) => /\.equals(IgnoreCase)?\(/.test(one.text()))
  )
    return undefined;
  const isText = sides.some((side) => side.kind() === "string_literal" || isReference(side, file));
  return isText ? { message: "== compares references, not contents; use equals()." } : undefined;
}

function isReference(side: Node, file: SourceFile): boolean {
  if (side.kind() === "method_invocation")
    return (
      /^(getName|toString|toLowerCase|toUpperCase|trim|substring|getParameter|getHeader|name|nextLine|readLine|concat|replace)$/.test(
        side.field("name")?.text() ?? "",
      ) && !/^Character\.|\.(class|getClass\(\))/.test(side.text())
    );
  if (side.kind() !== "identifier") return false;
  const declared = new RegExp(
    `\\b(String|Integer|Long|Double|BigDecimal|BigInteger|Float|Short)\\s+${side.text()}\\b`,
  );
  const primitive = new RegExp(
    `\\b(int|long|double|float|short|byte|char|boolean)\\s+${side.text()}\\b`,
  );
  const scope = file.enclosingFunction(side) ?? file.root;
  return declared.test(scope.text()) && !primitive.test(scope.text());
}

function checkGo(node: Node): Hit | undefined {
  if (!/^[!=]=$/.test(operatorOf(node) ?? "")) return undefined;
  const left = node.field("left")?.text() ?? "";
  const right = node.field("right")?.text() ?? "";
  if (left.endsWith(".Error()") || right.endsWith(".Error()"))
    return { message: "Errors are compared by their text; use errors.Is or errors.As." };
  const isError = (one: string) => /^(err|\w+Err)$/.test(one);
  const isSentinel = (one: string) => /^(\w+\.)?(Err[A-Z]\w*|EOF)$/.test(one);
  if ((isError(left) && isSentinel(right)) || (isSentinel(left) && isError(right)))
    return [left, right].some((side) => side.endsWith("EOF"))
      ? undefined
      : { severity: "minor", message: "A wrapped error is not equal to this one; use errors.Is." };
  return undefined;
}

function checkPython(node: Node): Hit | undefined {
  const text = node.text();
  if (/\btype\([^()]*\)\s*(==|!=)\s*(?!type\()\w/.test(text))
    return { severity: "minor", message: "A subclass fails this test; use isinstance()." };
  return undefined;
}

export const looseEquality: readonly Rule[] = [
  nodeRule({
    id: "loose-equality",
    category: "loose-equality",
    severity: "major",
    message: "== converts its operands before comparing; use === or !==.",
    hint: /[=!]=/,
    nodes: {
      javascript: [{ kind: "binary_expression", has: { field: "operator", regex: "^[=!]=$" } }],
      java: [{ kind: "binary_expression", has: { field: "operator", regex: "^[=!]=$" } }],
      go: [{ kind: "binary_expression", has: { field: "operator", regex: "^[=!]=$" } }],
      python: [{ kind: "comparison_operator", regex: "type\\(" }],
    },
    check(node, file) {
      const check = {
        javascript: checkJavascript,
        java: checkJava,
        go: checkGo,
        python: checkPython,
      };
      return check[file.family](node, file);
    },
  }),
];
