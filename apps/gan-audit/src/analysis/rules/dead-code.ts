import type { Node } from "../node.ts";
import { escapeForRegex } from "../grammars/piece-builders.ts";
import { nodeRule, type Hit, type Rule } from "../rule.ts";
import type { SourceFile } from "../source-file.ts";

const EXITS: Readonly<Record<string, readonly string[]>> = {
  python: ["return_statement", "raise_statement", "break_statement", "continue_statement"],
  go: ["return_statement", "break_statement", "continue_statement"],
  java: ["return_statement", "throw_statement", "break_statement", "continue_statement"],
};

/** Calls that end the program, or at least this way through it. */
const ENDS: Readonly<Record<string, string>> = {
  python: "^(sys\\.exit|os\\._exit)\\(",
  go: "^(panic|os\\.Exit|log\\.Fatal(f|ln)?|runtime\\.Goexit)\\(",
  java: "^System\\.exit\\(",
  javascript: "^process\\.(exit|abort)\\(",
};

function checkUnreachable(node: Node, file: SourceFile): Hit | undefined {
  const isCall = node.kind() === "expression_statement";
  if (isCall && !new RegExp(ENDS[file.family] ?? "").test(node.text())) return undefined;
  const next = node.nextAll().find((one) => one.isNamed() && !one.kind().endsWith("comment"));
  if (
    !next ||
    !node.parent() ||
    /labeled|case|switch_(label|block)|else|function_definition|class_definition/.test(next.kind())
  )
    return undefined;
  if (
    !/block|statement_list|switch_block_statement_group|constructor_body/.test(
      node.parent()?.kind() ?? "",
    )
  )
    return undefined;
  // Compilers know what panic does; of the end of the program they do not, and want to see one.
  const isKnown = !isCall || node.text().startsWith("panic(");
  if (!isKnown && /^(return|throw|raise|break|continue)_statement$/.test(next.kind()))
    return undefined;
  return { node: next, message: "This code is never reached." };
}

/** Finds code after an `if` whose branches all return or raise. */
function checkBehindBranches(node: Node): Hit | undefined {
  const others = node.fieldChildren("alternative");
  if (others.at(-1)?.kind() !== "else_clause") return undefined;
  const blocks = [
    node.field("consequence"),
    ...others.map((one) => one.field("consequence") ?? one.field("body")),
  ];
  const isLeaving = (block: Node | null) =>
    /^(return|raise)_statement$/.test(
      block
        ?.namedChildren()
        .findLast((one) => one.kind() !== "comment")
        ?.kind() ?? "",
    );
  const next = node.nextAll().find((one) => one.isNamed() && one.kind() !== "comment");
  return next && node.parent()?.kind() === "block" && blocks.every(isLeaving)
    ? { node: next }
    : undefined;
}

const endings = (family: string) => [
  ...(EXITS[family] ?? []).map((kind) => ({ kind })),
  { kind: "expression_statement", regex: ENDS[family] ?? "" },
];

function checkNever(node: Node): Hit | undefined {
  const condition = (node.field("condition")?.text() ?? "").replace(/^\((.*)\)$/s, "$1").trim();
  return /^(false|False|0|1\s*==\s*2|1\s*==\s*0)$/.test(condition)
    ? { message: "The condition is never true, so this code is never reached." }
    : undefined;
}

const occurrences = (text: string, name: string): number =>
  text.match(new RegExp(`(?<![\\w$])${escapeForRegex(name)}(?![\\w$])`, "g"))?.length ?? 0;

const unused = (name: string): Hit => ({ message: `${name} is never used.` });

function checkImport(node: Node, file: SourceFile): Hit | undefined {
  const text = node.text();
  if (/[*]\s*;?$|^\s*[._]\s+"/.test(text)) return undefined;
  const path = /["`]([^"`]+)["`]/.exec(text)?.[1];
  const name =
    file.family === "go"
      ? (node.field("name")?.text() ?? packageName(path ?? ""))
      : (/([\w$]+)\s*;\s*$/.exec(text)?.[1] ?? "");
  if (name === "" || name === "_" || name === ".") return undefined;
  const rest =
    file.text.slice(0, node.range().start.index) + file.text.slice(node.range().end.index);
  const isUsed =
    file.family === "go"
      ? new RegExp(`(?<![\\w"/.])${escapeForRegex(name)}\\.`).test(rest)
      : occurrences(rest, name) > 0;
  return isUsed ? undefined : unused(name);
}

function packageName(path: string): string {
  const parts = path.split("/");
  const last = parts.at(-1) ?? "";
  return (/^v\d+$/.test(last) ? (parts.at(-2) ?? "") : last)
    .replace(/^go-|\.v\d+$|-go$/g, "")
    .replaceAll("-", "");
}

function checkLocal(node: Node, file: SourceFile): Hit | undefined {
  const scope = file.enclosingFunction(node);
  if (!scope) return undefined;
  const names =
    node.kind() === "short_var_declaration"
      ? (node.field("left")?.namedChildren() ?? [])
      : [node.field("name")];
  for (const name of names)
    if (name && !/^(_|ignored?$)/.test(name.text()) && occurrences(scope.text(), name.text()) === 1)
      return { node: name, ...unused(name.text()) };
  return undefined;
}

/** A private member that nothing in the file mentions. */
function checkPrivate(node: Node, file: SourceFile): Hit | undefined {
  const [modifiers] = node.namedChildren();
  const isPrivate = modifiers?.kind() === "modifiers" && /\bprivate\b/.test(modifiers.text());
  // Annotations and serialisation reach members that the text does not mention.
  if (!isPrivate || modifiers.text().includes("@")) return undefined;
  const name = (node.field("declarator") ?? node).field("name");
  if (
    !name ||
    /^(readObject|readObjectNoData|writeObject|readResolve|writeReplace|serialVersionUID|serialPersistentFields)$/.test(
      name.text(),
    )
  )
    return undefined;
  return occurrences(file.text, name.text()) === 1
    ? { node: name, ...unused(name.text()) }
    : undefined;
}

export const deadCode: readonly Rule[] = [
  nodeRule({
    id: "dead-code/unreachable",
    category: "dead-code",
    severity: "major",
    message: "This code is never reached.",
    hint: /\b(return|raise|throw|break|continue|panic|exit|Exit|abort|Fatal(f|ln)?|Goexit)\b/,
    nodes: {
      javascript: endings("javascript"),
      python: endings("python"),
      go: endings("go"),
      java: endings("java"),
    },
    check: checkUnreachable,
  }),
  nodeRule({
    id: "dead-code/behind-branches",
    category: "dead-code",
    severity: "major",
    message: "This code is never reached: every branch before it leaves.",
    hint: /^\s+else\s*:/m,
    nodes: { python: [{ kind: "if_statement", has: { kind: "else_clause" } }] },
    check: checkBehindBranches,
  }),
  nodeRule({
    id: "dead-code/never",
    category: "dead-code",
    severity: "major",
    message: "The condition is never true.",
    hint: /\b(if|while)\b[\s(]*(false|False|0|1\s*==)/,
    nodes: {
      javascript: [{ kind: "if_statement" }, { kind: "while_statement" }],
      python: [{ kind: "if_statement" }, { kind: "while_statement" }],
      go: [{ kind: "if_statement" }],
      java: [{ kind: "if_statement" }, { kind: "while_statement" }],
    },
    check: checkNever,
  }),
  nodeRule({
    id: "dead-code/import",
    category: "dead-code",
    severity: "minor",
    message: "This import is never used.",
    hint: /\bimport\b/,
    nodes: { go: [{ kind: "import_spec" }], java: [{ kind: "import_declaration" }] },
    check: checkImport,
  }),
  nodeRule({
    id: "dead-code/local",
    category: "dead-code",
    severity: "minor",
    message: "This variable is never used.",
    hint: /=/,
    nodes: {
      go: [{ kind: "short_var_declaration" }, { kind: "var_spec" }],
      java: [{ kind: "variable_declarator", inside: { kind: "local_variable_declaration" } }],
    },
    check: (node, file) =>
      node.parent()?.kind() === "field_declaration" ? undefined : checkLocal(node, file),
  }),
  nodeRule({
    id: "dead-code/private",
    category: "dead-code",
    severity: "minor",
    message: "This private member is never used.",
    hint: /\bprivate\b/,
    nodes: {
      java: [{ kind: "method_declaration" }, { kind: "field_declaration" }],
    },
    check: checkPrivate,
  }),
];
