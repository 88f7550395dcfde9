import type { Node } from "../node.ts";
import { isExponentialRegex } from "../../domain/is-exponential-regex.ts";
import { expand } from "../flow/expand.ts";
import { ALLOW_LIST, isGuarded } from "../flow/guard.ts";
import { originOf } from "../flow/origin.ts";
import { callRule, nodeRule, type Hit, type Rule } from "../rule.ts";
import type { SourceFile } from "../source-file.ts";

const SLOW =
  "This pattern can need exponential time on a text that almost matches; make its repeated parts exclude each other, or bound them.";
const UNESCAPED =
  "Input becomes part of a regular expression without being escaped; escape it first.";
const PANICS =
  "A pattern from input that is malformed panics here; use Compile and check its error.";
const SEARCH_LIKE = /query|search|term|keyword|input|user|filter|needle|text|q$/i;

function isSlow(pattern: string, file: SourceFile): boolean {
  const found = isExponentialRegex(pattern);
  if (found === undefined) file.giveUp();
  return found === true;
}

/** Undoes the string escapes of the language, which leaves the pattern itself. */
function patternOf(text: string, file: SourceFile): string {
  const isRaw = /^[a-z]*r[a-z]*["']/i.test(text) || text.startsWith("`");
  const inner = text.replace(/^[a-zA-Z]*("""|'''|["'`])|("""|'''|["'`])$/g, "");
  return isRaw && file.family !== "javascript" ? inner : inner.replaceAll("\\\\", "\\");
}

function judgePattern(pattern: Node, node: Node, file: SourceFile): Hit | undefined {
  const { grammar, family } = file;
  const inner = grammar.unwrap(pattern);
  const literal = literalOf(inner, file);
  if (literal !== undefined && family !== "go")
    return isSlow(literal, file) ? { message: SLOW } : undefined;
  const origin = originOf(inner, file);
  if (origin === "constant" || origin === "unknown") return undefined;
  const isBuilt = expand(inner, file).length > 1;
  if (origin === "parameter" && !isBuilt && !SEARCH_LIKE.test(inner.text())) return undefined;
  if (isGuarded(node, inner, file, ALLOW_LIST)) return undefined;
  const isForeign = origin === "request" || SEARCH_LIKE.test(inner.text());
  // Go's patterns are never slow, so who asks for a whole one and checks it may have it.
  if (family === "go" && !isBuilt)
    return grammar.call(node)?.name === "MustCompile" ? { message: PANICS } : undefined;
  return { message: UNESCAPED, severity: isForeign ? "major" : "minor" };
}

/** The pattern's text when it is written down, here or in a constant. */
function literalOf(node: Node, file: SourceFile): string | undefined {
  const isString = file.grammar.strings.has(node.kind());
  if (isString && !file.grammar.pieces(node)?.some((piece) => "node" in piece))
    return patternOf(node.text(), file);
  if (!file.grammar.identifiers.has(node.kind())) return undefined;
  for (const scope of file.scopes(node)) {
    const [binding, ...others] = file.bindings(scope, node.text());
    if (!binding) continue;
    const value = file.grammar.unwrap(binding.value);
    return others.length === 0 && file.grammar.strings.has(value.kind())
      ? literalOf(value, file)
      : undefined;
  }
  return undefined;
}

export const dangerousRegex: readonly Rule[] = [
  nodeRule({
    id: "dangerous-regex/literal",
    category: "dangerous-regex",
    severity: "major",
    message: SLOW,
    hint: /\/.*[+*}].*\//,
    nodes: { javascript: [{ kind: "regex", regex: "[+*}]" }] },
    check: (node, file) => isSlow(node.field("pattern")?.text() ?? "", file),
  }),
  callRule({
    id: "dangerous-regex/built",
    category: "dangerous-regex",
    severity: "major",
    message: UNESCAPED,
    calls: {
      javascript: "RegExp",
      python: "compile match search sub subn findall finditer fullmatch split",
      go: "MustCompile Compile MatchString Match",
      java: "compile matches replaceAll replaceFirst split",
    },
    check({ callee, name, args, receiver }, node, file) {
      if (file.family === "python" && !/^(re|regex)\./.test(callee)) return undefined;
      if (file.family === "go" && !callee.startsWith("regexp.")) return undefined;
      if (
        file.family === "java" &&
        /^(compile|matches)$/.test(name) &&
        receiver &&
        !receiver.text().endsWith("Pattern") &&
        name === "compile"
      )
        return undefined;
      const [pattern] = args;
      return pattern ? judgePattern(pattern, node, file) : undefined;
    },
  }),
];
