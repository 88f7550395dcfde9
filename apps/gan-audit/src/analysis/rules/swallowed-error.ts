import type { Call } from "../grammars/grammar.ts";
import type { Node } from "../node.ts";
import { callRule, nodeRule, type Hit, type Rule } from "../rule.ts";
import type { SourceFile } from "../source-file.ts";

const MESSAGE = "The error disappears here; handle it, report it, or let it pass on.";
// Failing here is the ordinary course of things.
const EXPECTED =
  /\b(OSError|PermissionError|FileNotFoundError|KeyError|ImportError|ModuleNotFoundError|ProcessLookupError|StopIteration|StopAsyncIteration|CancelledError|IndexError|AttributeError|FileExistsError|KeyboardInterrupt|NotImplementedError|BrokenPipeError|GeneratorExit|queue\.Empty|Empty|TimeoutExpired|NoSuchFileException|NumberFormatException|suppress)\b/;
/** Clean-up calls: a failure leaves behind only what is no longer needed. */
const CLEANING_UP =
  /\.(cancel|close|abort|destroy|release|terminate|disconnect|end|unlink|rm)\([^()]*\)\s*\.catch$/;
const WORDS_OF_A_REASON = 3;
const NO_REASON =
  /todo|fixme|^(nothing to do|do nothing|nothing (here|to see)|should never happen)/i;

const statementsOf = (block: Node | null): Node[] =>
  block
    ?.namedChildren()
    .flatMap((one) => (one.kind() === "statement_list" ? one.namedChildren() : [one])) ?? [];

const isComment = (node: Node): boolean => node.kind().endsWith("comment");

/** Somebody who writes a sentence has thought about it. */
function hasReason(nodes: readonly Node[]): boolean {
  const words = nodes.filter(isComment).flatMap((one) => one.text().match(/[A-Za-z]{2,}/g) ?? []);
  return words.length >= WORDS_OF_A_REASON && !NO_REASON.test(words.join(" "));
}

function checkJavascriptCatch(node: Node): Hit | undefined {
  const body = node.field("body");
  const inside = statementsOf(body);
  const statements = inside.filter((one) => !isComment(one));
  if (statements.length === 0) return hasReason(inside) ? undefined : {};
  const parameter = node.field("parameter")?.text();
  const only = statements.length === 1 ? statements[0]?.text() : undefined;
  const isSilentReturn =
    only !== undefined &&
    /^(return(\s+(null|undefined|false|true|""|''|\[\]|\{\}|0|-1))?|continue|break);?$/.test(only);
  const isNamed = parameter !== undefined && !parameter.startsWith("_");
  return isNamed && isSilentReturn ? { severity: "minor" } : undefined;
}

function checkPythonExcept(node: Node): Hit | undefined {
  const block = node.namedChildren().find((one) => one.kind() === "block");
  const inside = [...statementsOf(block ?? null), ...node.namedChildren().filter(isComment)];
  const statements = inside.filter((one) => !isComment(one));
  const caught =
    node
      .namedChildren()
      .find((one) => one !== block && !isComment(one) && one.kind() !== "block")
      ?.text() ?? "";
  const isBare = caught === "" || /^(Base)?Exception\b/.test(caught);
  const only = statements.length === 1 ? statements[0]?.text() : undefined;
  if (only === undefined) return undefined;
  if (/^(pass|\.\.\.|continue)$/.test(only)) {
    if (isBare) return hasReason(inside) ? { severity: "minor" } : {};
    const isHarmless = only === "continue" || EXPECTED.test(caught) || hasReason(inside);
    return isHarmless ? undefined : { severity: "minor" };
  }
  return isBare && /^return(\s+(None|False|True|\[\]|\{\}|""|''|0|-1))?$/.test(only)
    ? { severity: "minor" }
    : undefined;
}

function checkJavaCatch(node: Node): Hit | undefined {
  const inside = statementsOf(node.field("body"));
  const statements = inside.filter((one) => !isComment(one));
  const parameter = node.namedChildren().find((one) => one.kind() === "catch_formal_parameter");
  const caught = parameter?.text() ?? "";
  const name = parameter?.field("name")?.text() ?? "";
  if (/^(ignored?|expected|unused|_)$/i.test(name) && EXPECTED.test(caught)) return undefined;
  if (statements.length === 0)
    return hasReason(inside) || (EXPECTED.test(caught) && inside.length > 0) ? undefined : {};
  const only = statements.length === 1 ? (statements[0]?.text() ?? "") : "";
  if (/^\w+\.printStackTrace\(\);$/.test(only)) return { severity: "minor" };
  const isBroad = /\b(Exception|Throwable|RuntimeException|Error|IOException|SQLException)\b/.test(
    caught,
  );
  return isBroad &&
    /^(return(\s+(null|false|true|""|0|-1|Collections\.empty\w+\(\)|List\.of\(\)|Optional\.empty\(\)))?|continue|break);$/.test(
      only,
    )
    ? { severity: "minor" }
    : undefined;
}

function checkGoIf(node: Node, file: SourceFile): Hit | undefined {
  const condition = node.field("condition")?.text() ?? "";
  const error = /^(\w*[eE]rr\w*)\s*!=\s*nil$/.exec(condition)?.[1];
  if (error === undefined) return undefined;
  const body = node.field("consequence");
  const inside = statementsOf(body);
  const statements = inside.filter((one) => !isComment(one));
  if (statements.length === 0) return hasReason(inside) ? undefined : {};
  const only = statements.length === 1 ? (statements[0]?.text() ?? "") : "";
  // A bare return of a function with results hands back those that it named, the error among them.
  if (only === "return" && file.enclosingFunction(node)?.field("result")) return undefined;
  const drops = /^(return(\s+(nil|false|""|0|-1|true)(\s*,\s*nil)?)?|continue|break)$/.test(only);
  return drops ? {} : undefined;
}

const GO_FALLIBLE =
  /^(json\.(Unmarshal|NewDecoder\([^)]*\)\.Decode|NewEncoder\([^)]*\)\.Encode)|os\.(Remove|RemoveAll|Mkdir|MkdirAll|WriteFile|Rename|Chdir|Setenv)|ioutil\.WriteFile|\w+\.(Exec|ExecContext|Commit|Ping|Decode|Encode|Save|Flush|Unmarshal|Validate|Execute))$/;

function checkGoStatement(node: Node, file: SourceFile): Hit | undefined {
  const call = node.namedChildren()[0];
  const callee = (call && file.grammar.call(call)?.callee) ?? "";
  return GO_FALLIBLE.test(callee) && !isFlushOfNothing(callee, node, file) ? {} : undefined;
}

/** `Flush` of a csv.Writer and of an http.Flusher returns no error. */
function isFlushOfNothing(callee: string, node: Node, file: SourceFile): boolean {
  const name = /^(\w+)\.Flush$/.exec(callee)?.[1];
  if (name === undefined) return false;
  const scopes = file.scopes(node);
  const values = scopes.flatMap((scope) => file.bindings(scope, name));
  const type = scopes.map((scope) => file.grammar.parameter(scope, name)?.type ?? "").join(" ");
  const given = `${type} ${values.map(({ value }) => value.text()).join(" ")}`;
  return /csv\.(New)?Writer|http\.Flusher/.test(given);
}

function checkGoBlank(node: Node, file: SourceFile): Hit | undefined {
  const left = node.field("left")?.text().replaceAll(/\s/g, "") ?? "";
  const value = node.field("right")?.namedChildren()[0];
  const call = value && file.grammar.call(value);
  if (!call || !/(^|,)_$/.test(left)) return undefined;
  // All results set aside by name: what is written to an answer or thrown away cannot fail in a way that matters.
  if (/^_(,_)*$/.test(left) && isLastWord(call)) return undefined;
  const isFallible =
    GO_FALLIBLE.test(call.callee) ||
    /^(strconv\.(Atoi|Parse\w+)|os\.(Open|ReadFile|Create|Stat|Hostname)|ioutil\.Read\w+|io\.(ReadAll|Copy)|json\.Marshal\w*|http\.(Get|Post|NewRequest)|url\.Parse|time\.Parse|net\.\w+|sql\.Open|\w+\.(Query|QueryContext|Do|ReadAll|Begin|Prepare|Read|Write))$/.test(
      call.callee,
    );
  return isFallible ? {} : undefined;
}

const isLastWord = ({ callee, args }: Call): boolean =>
  /^(w|rw|res|resp|writer|response\w*)\.Write$/i.test(callee) ||
  (callee === "io.Copy" && args[0]?.text() === "io.Discard");

function checkCallback(node: Node): Hit | undefined {
  const handler = node.field("arguments")?.namedChildren()[0];
  const body = handler?.field("body");
  if (!handler || !body || !/arrow_function|function_expression/.test(handler.kind()))
    return undefined;
  const inside = statementsOf(body.kind() === "statement_block" ? body : null);
  if (body.kind() === "statement_block") {
    if (!inside.every(isComment) || hasReason(inside)) return undefined;
    return CLEANING_UP.test(node.field("function")?.text() ?? "") ? { severity: "minor" } : {};
  }
  return /^(null|undefined|void 0)$/.test(body.text()) &&
    /\(\s*\w+\s*\)|^\w+\s*=>/.test(handler.text())
    ? { severity: "minor" }
    : undefined;
}

export const swallowedError: readonly Rule[] = [
  nodeRule({
    id: "swallowed-error/handler",
    category: "swallowed-error",
    severity: "major",
    message: MESSAGE,
    hint: /\bcatch\b|\bexcept\b|!=\s*nil/,
    nodes: {
      javascript: [{ kind: "catch_clause" }],
      python: [{ kind: "except_clause" }],
      java: [{ kind: "catch_clause" }],
      go: [{ kind: "if_statement", regex: "!=\\s*nil" }],
    },
    check(node, file) {
      const check = {
        javascript: checkJavascriptCatch,
        python: checkPythonExcept,
        java: checkJavaCatch,
        go: checkGoIf,
      };
      return check[file.family](node, file);
    },
  }),
  nodeRule({
    id: "swallowed-error/discarded",
    category: "swallowed-error",
    severity: "major",
    message: "The error that this call returns is thrown away; check it.",
    hint: /\b_\s*:?=|json\.|os\.|ioutil\.|\.(Exec|Commit|Ping|Decode|Encode|Save|Flush|Unmarshal|Validate)/,
    nodes: {
      go: [
        { kind: "expression_statement" },
        { kind: "short_var_declaration", regex: "_\\s*:=" },
        { kind: "assignment_statement", regex: "_\\s*=" },
      ],
    },
    check: (node, file) =>
      node.kind() === "expression_statement"
        ? checkGoStatement(node, file)
        : checkGoBlank(node, file),
  }),
  nodeRule({
    id: "swallowed-error/rejection",
    category: "swallowed-error",
    severity: "major",
    message: MESSAGE,
    hint: /\.catch\(/,
    nodes: {
      javascript: [{ kind: "call_expression", has: { field: "function", regex: "\\.catch$" } }],
    },
    check: (node) =>
      node.field("function")?.text().endsWith(".catch") ? checkCallback(node) : undefined,
  }),
  callRule({
    id: "swallowed-error/suppressed",
    category: "swallowed-error",
    severity: "minor",
    message: "Every error disappears here; name those that are expected.",
    calls: { python: "suppress" },
    check: ({ args }) => args.some((argument) => /^(Base)?Exception$/.test(argument.text())),
  }),
];
