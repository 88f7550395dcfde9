import type { Node } from "../../node.ts";
import { escapeForRegex } from "../../grammars/piece-builders.ts";
import type { Hit } from "../../rule.ts";
import type { SourceFile } from "../../source-file.ts";

/** The variable that a call's result goes to. */
export function targetOf(node: Node, file: SourceFile): string | undefined {
  const holder = node
    .ancestors()
    .slice(0, 4)
    .find((one) => /declarator$|^assignment|short_var|var_spec/.test(one.kind()));
  const given = holder?.field("value") ?? holder?.field("right");
  const isWhole = given && file.grammar.unwrap(given).id() === node.id();
  const name = isWhole ? (holder?.field("name") ?? holder?.field("left")) : undefined;
  return name?.text().split(",")[0]?.trim();
}

/** Somebody else closes it: it is handed back, kept in a field, or given to a new owner. */
function isHandedOn(name: string, text: string): boolean {
  const word = escapeForRegex(name);
  return [
    `\\breturn\\b(?:[^;\\n(]*[,\\s&])?${word}\\s*(?:[,;)}\\n]|$)`,
    `\\breturn\\s+(?:await\\s+)?(?:new\\s+)?[\\w.]*(?:New|new|[cC]reate|[wW]rap|Reader|Writer|Scanner|Client|Session)\\w*\\([^)\\n]*\\b${word}\\b[^)\\n]*\\)(?!\\.)`,
    `\\byield\\b\\s+${word}\\b`,
    `(?:this|self|\\w+)\\.\\w+\\s*=\\s*${word}\\s*(?:;|$|\\n)`,
    `\\bgo\\s+\\w[\\w.]*\\([^)]*\\b${word}\\b`,
    `\\w+\\s*:\\s*${word}\\s*[,}\\n]`,
    `[\\w(=:]\\s*\\{[^{}\\n]*\\b${word}\\b[^{}\\n]*\\}`,
    `\\.(?:push|append|add|put|Store|set|addCleanup|enter_context)\\([^)]*\\b${word}\\b`,
    `\\w\\s*<-\\s*${word}\\b(?!\\.)`,
    // A parser that reads the whole file at once does not keep it.
    `\\b(?:this|self|cb|callback|done|resolve)\\b(?![^;\\n]*\\b(?:json|yaml|pickle|toml|tomllib)\\.\\w*load\\w*\\()[^;\\n]*\\([^)\\n]*\\b${word}\\b`,
  ].some((pattern) => new RegExp(pattern, "m").test(text));
}

type Release = { closes: RegExp; always: RegExp };

function judgeName(
  name: string | undefined,
  scope: Node,
  release: (name: string) => Release,
): Hit | undefined {
  if (name === undefined || /[.[]/.test(name) || name === "_") return undefined;
  const text = scope.text();
  const { closes, always } = release(escapeForRegex(name));
  if (always.test(text) || isHandedOn(name, text)) return undefined;
  return closes.test(text) ? { severity: "minor" } : {};
}

const CLOSERS =
  "(close|closeSync|Close|end|release|destroy|Stop|Rollback|Commit|cancel|disconnect|shutdown|quit|unlock|terminate|dispose|kill)";

const releases: Readonly<Record<string, (name: string) => Release>> = {
  javascript: (name) => ({
    closes: new RegExp(`\\b${name}\\??\\.${CLOSERS}\\(|\\b(closeSync|close)\\(\\s*${name}\\b`),
    always: new RegExp(
      `finally\\s*\\{[^]*?(\\b${name}\\??\\.${CLOSERS}\\(|\\b(closeSync|close|release)\\w*\\(\\s*${name}\\b)|\\busing\\s+${name}\\b`,
    ),
  }),
  python: (name) => ({
    closes: new RegExp(`\\b${name}\\.${CLOSERS}\\(`),
    always: new RegExp(
      `finally:[^]*?\\b${name}\\.${CLOSERS}\\(|\\bwith\\s+(closing\\()?${name}\\b|\\bwith\\b[^:\\n]*\\b${name}\\b`,
    ),
  }),
  go: (name) => ({
    closes: new RegExp(`\\b${name}(\\.Body)?\\.${CLOSERS}\\(|\\b${name}\\(\\)`),
    always: new RegExp(
      `defer\\s+(func\\(\\)\\s*\\{[^]*?)?(_\\s*=\\s*)?\\b${name}(\\.Body)?(\\.${CLOSERS})?\\(|defer\\s+\\w+(\\.\\w+)?\\(\\s*${name}\\b|t\\.Cleanup\\(`,
    ),
  }),
  java: (name) => ({
    closes: new RegExp(`\\b${name}\\.(close|unlock|shutdown|release)\\(`),
    always: new RegExp(
      `finally\\s*\\{[^]*?\\b(${name}\\.(close|unlock|shutdown|release)\\(|close\\w*\\(\\s*${name}\\b)|\\btry\\s*\\(\\s*${name}\\s*[;)]`,
    ),
  }),
};

/** Whether what this call opens is closed on every way out of its function. */
export function judgeRelease(node: Node, file: SourceFile): Hit | undefined {
  const scope = file.enclosingFunction(node) ?? file.root;
  const release = releases[file.family];
  return release && judgeName(targetOf(node, file), scope, release);
}
