import type { Node } from "../node.ts";
import type { SourceFile } from "../source-file.ts";
import { namesIn } from "./names-in.ts";

/** Conditions that make sure a value is one of those that were meant. */
export const ALLOW_LIST =
  /\.(includes|has|indexOf|contains|containsKey|test|match|matches|hasOwnProperty|isalnum|isalpha|isdigit|isidentifier|fullmatch|MatchString|Contains)\b|\bin\b|\bis(Safe)?Integer\b|\bhasOwn\b|slices\.Contains|===?\s*["'`][^"'`]|["'`]\.equals\(|\.equals\(["']|^\s*case\b|allow|valid|permitted|whitelist/i;

const GUARD_CALL =
  /(?:^|[.\s!(])(?:assert|ensure|check|validate|verify|guard|reject|require(?=[A-Z])|is(?:Safe|Valid|Allowed|Within|Inside|Contained))\w*\s*\(/i;
const EXITS =
  /\b(throw|return|raise|panic|continue|break|abort|fail|die|reject|redirect|sendStatus|status|exit|Fatal\w*|error)\b/i;

/**
 * Whether the way to `sink` leads through a check of what `value` is made from: the sink stands inside a condition
 * of this form, or one before it leaves the function, or a function whose name promises a check was called.
 */
export function isGuarded(sink: Node, value: Node, file: SourceFile, form: RegExp): boolean {
  const scope = file.enclosingFunction(sink) ?? file.root;
  const names = namesIn(value, file);
  const chains = value.text().match(/[\w$]+(?:\.[\w$]+|\[[^\]]+\])+/g) ?? [];
  const isAbout = (text: string) =>
    chains.some((chain) => text.includes(chain)) || mentions(text, names);
  const at = sink.range().start.index;
  const { conditions, calls } = checksIn(scope, file, form);
  const isCondition = ({ start, text, node }: Condition) =>
    start < at && decides(node, at) && isAbout(text);
  const isCall = ({ start, text }: Check) => {
    const before = text.slice(0, Math.max(0, at - start));
    return GUARD_CALL.test(before) && isAbout(before);
  };
  return conditions.some(isCondition) || calls.some(isCall);
}

type Check = { start: number; text: string };
type Condition = Check & { node: Node };
type Checks = { conditions: Condition[]; calls: Check[] };

const known = new WeakMap<SourceFile, Map<string, Checks>>();

/** The checks of a scope, collected once for everything in it. */
function checksIn(scope: Node, file: SourceFile, form: RegExp): Checks {
  const ofFile = known.get(file) ?? new Map<string, Checks>();
  known.set(file, ofFile);
  const key = `${scope.id()}:${form.source}`;
  const found = ofFile.get(key) ?? findChecks(scope, file, form);
  ofFile.set(key, found);
  return found;
}

function findChecks(scope: Node, file: SourceFile, form: RegExp): Checks {
  const conditions = scope
    .findAll({ rule: { any: file.grammar.conditionals.map((kind) => ({ kind })) } })
    .map((node) => ({ node, start: node.range().start.index, text: conditionText(node) }))
    .filter(({ text }) => form.test(text));
  const { start } = scope.range();
  const calls = [...scope.text().matchAll(/[^;\n]+/g)]
    .map(({ 0: text, index }) => ({ start: start.index + index, text }))
    .filter(({ text }) => GUARD_CALL.test(text) && !/\b(function|def|func)\b/.test(text));
  return { conditions, calls };
}

/** Whether what comes after the condition depends on it. */
function decides(conditional: Node, at: number): boolean {
  const { start, end } = conditional.range();
  if (start.index <= at && at < end.index) return true;
  const consequence = conditional.field("consequence") ?? conditional.field("body");
  return consequence === null || EXITS.test(consequence.text());
}

function conditionText(node: Node): string {
  const condition = node.field("condition") ?? node.field("value");
  const start = node.field("initializer")?.text() ?? "";
  const text = (condition ?? node).text();
  return node.kind().includes("switch") ? `case ${text}` : `${start} ${text}`;
}

function mentions(text: string, names: ReadonlySet<string>): boolean {
  for (const [word] of text.matchAll(/[A-Za-z_$][\w$]*/g)) if (names.has(word)) return true;
  return false;
}
