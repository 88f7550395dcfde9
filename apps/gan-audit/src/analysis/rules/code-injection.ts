import type { Node } from "../node.ts";
import { ALLOW_LIST, isGuarded } from "../flow/guard.ts";
import { isInput, originOf } from "../flow/origin.ts";
import { callRule, type Rule } from "../rule.ts";
import type { SourceFile } from "../source-file.ts";

/** Java classes that run scripts or expressions. */
const SCRIPTING =
  /engine|script|shell|groovy|mvel|ognl|jexl|spel|parser|expression|interpreter|nashorn|rhino|elprocessor/i;

const isDynamic = (node: Node | undefined, file: SourceFile): boolean =>
  node !== undefined &&
  originOf(node, file) !== "constant" &&
  !isGuarded(node, node, file, ALLOW_LIST);

const isHostile = (node: Node | undefined, file: SourceFile): boolean =>
  node !== undefined && !/^(constant|unknown)$/.test(originOf(node, file)) && isDynamic(node, file);

/** Spring's simple context lets expressions reach properties, and neither types nor constructors. */
const isConfined = ({ text }: SourceFile): boolean =>
  text.includes("SimpleEvaluationContext") && !text.includes("StandardEvaluationContext");

/** Whether the first argument is a text rather than a function. */
function isText(node: Node | undefined, file: SourceFile): boolean {
  if (!node) return false;
  const { grammar } = file;
  const inner = grammar.unwrap(node);
  if (grammar.pieces(inner) || grammar.strings.has(inner.kind())) return true;
  if (isInput(inner, file)) return true;
  const scope = file.enclosingFunction(inner) ?? file.root;
  return (
    grammar.identifiers.has(inner.kind()) &&
    file.bindings(scope, inner.text()).some(({ value }) => grammar.pieces(grammar.unwrap(value)))
  );
}

export const codeInjection: readonly Rule[] = [
  callRule({
    id: "code-injection/eval",
    category: "code-injection",
    severity: "critical",
    message:
      "Text that is not a constant is run as code; parse it as data, or look it up in a table of allowed operations.",
    calls: {
      javascript: `
        eval execScript runInContext runInNewContext runInThisContext compileFunction Script
        Function`,
      python: "eval exec compile runsource runcode",
      java: `
        eval evaluate parseExpression executeScript compileExpression createExpression`,
      go: "RunString Eval RunScript EvalString DoString",
    },
    check({ callee, name, args }, node, file) {
      if (
        name === "eval" &&
        file.family === "javascript" &&
        !/^(window\.|globalThis\.|global\.|self\.)?eval$/.test(callee)
      )
        return false;
      if (
        file.family === "python" &&
        /^(eval|exec|compile)$/.test(name) &&
        !/^(builtins\.)?\w+$/.test(callee)
      )
        return false;
      if (file.family === "java" && !SCRIPTING.test(callee)) return false;
      if (name === "parseExpression" && isConfined(file)) return false;
      if (name === "Script" && !/^(vm\.)?Script$/.test(callee)) return false;
      if (name === "Function" && callee !== "Function") return false;
      const code = name === "Function" ? args : args.slice(0, 1);
      const literals = code.filter((argument) => isDynamic(argument, file));
      return literals.length > 0 && { node };
    },
  }),
  callRule({
    id: "code-injection/timer-text",
    category: "code-injection",
    severity: "critical",
    message: "A timer is given text, which it evaluates as code; give it a function.",
    calls: { javascript: "setTimeout setInterval setImmediate" },
    check: ({ args }, _node, file) => isText(args[0], file) && isDynamic(args[0], file),
  }),
  callRule({
    id: "code-injection/template",
    category: "code-injection",
    severity: "critical",
    message:
      "A template is compiled from input, and templates can run code; render a fixed template with the input as data.",
    calls: {
      javascript: "template compile render renderString",
      python: "render_template_string Template from_string",
      go: "Parse",
    },
    check({ callee, name, args }, _node, file) {
      const engines =
        /^(_|lodash|Handlebars|handlebars|pug|jade|ejs|nunjucks|doT|env|environment|jinja2|jinja_env)\./;
      if (file.family === "javascript" && !engines.test(callee)) return false;
      if (name === "from_string" && !/env|jinja|environment/i.test(callee)) return false;
      if (file.family === "go" && !/template/i.test(callee)) return false;
      return isHostile(args[0], file);
    },
  }),
  callRule({
    id: "code-injection/load",
    category: "code-injection",
    severity: "critical",
    message: "The module or class to load is named by input; choose it from a fixed table.",
    calls: {
      javascript: "require import",
      python: "__import__ import_module",
      go: "Open",
      java: "forName loadClass",
    },
    check({ callee, args }, _node, file) {
      const [target] = args;
      if (!target || (file.family === "go" && callee !== "plugin.Open")) return false;
      if (!isInput(target, file) || !isDynamic(target, file)) return false;
      return originOf(target, file) === "request" || { severity: "major" };
    },
  }),
];
