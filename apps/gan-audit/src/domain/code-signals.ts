import { type Language, languageOfPath } from "./languages.ts";
import type { SourceText } from "./source-text.ts";

type Signal = {
  form: RegExp;
  language?: Language;
  /** Of which two lines are code, where prose may have one. */
  isStrong?: boolean;
};

/** Forms of one line that code has and prose has not. */
const SIGNALS: readonly Signal[] = [
  {
    form: /\bfunction\s*(?:\*\s*)?(?:\w+\s*)?\([^)]{0,200}\)\s*\{/,
    language: "typescript",
    isStrong: true,
  },
  {
    form: /\b(?:const|let|var)\s+[\w${[][\w$,\s:{}[\]<>]{0,120}=[^=]/,
    language: "typescript",
    isStrong: true,
  },
  { form: /=>\s*[{(\w]/, language: "typescript" },
  {
    form: /^\s*import\s.{0,200}\bfrom\s*["'].|\brequire\(["'][^"']{1,100}["']\)/,
    language: "typescript",
    isStrong: true,
  },
  {
    form: /^\s*export\s+(?:default\s+)?(?:async\s+)?(?:function|class|const|interface|type)\b/,
    language: "typescript",
  },
  { form: /\bconsole\.\w+\(/, language: "typescript" },
  { form: /\bawait\s+[\w$.]{1,100}\(/, language: "typescript" },
  {
    form: /^\s*(?:async\s+)?def\s+\w+\s*\([^)]{0,200}\)[^:]{0,100}:/,
    language: "python",
    isStrong: true,
  },
  {
    form: /^\s*(?:from\s+[\w.]+\s+import\s+\w+|import\s+[a-z_][\w.]*(?:\s+as\s+\w+)?\s*$)/,
    language: "python",
  },
  {
    form: /^\s*(?:elif\b.{0,200}|else|try|except\b.{0,200}|finally|with\s.{1,200}\sas\s.{1,100}|for\s+\w+\s+in\s.{1,200}|class\s+\w+(?:\([^)]{0,100}\))?):\s*$/,
    language: "python",
  },
  {
    form: /^\s*(?:self\.\w+\s*=|print\([^)]{0,200}\)\s*$|raise\s+\w+\(|return\s+\w+\([^)]{0,200}\)\s*$)/,
    language: "python",
  },
  { form: /^\s*package\s+[a-z]\w*\s*$/, language: "go" },
  {
    form: /^\s*func\s+(?:\([^)]{0,100}\)\s*)?(?:\w+\s*)?\([^)]{0,200}\)/,
    language: "go",
    isStrong: true,
  },
  { form: /\b\w+(?:,\s*\w+){0,5}\s*:=\s*\S/, language: "go" },
  { form: /\bfmt\.\w+\(|\berr\s*!=\s*nil\b/, language: "go" },
  {
    form: /\b(?:public|private|protected)\s+(?:static\s+|final\s+){0,2}[\w<>[\]]+\s+\w+\s*[({=;]/,
    language: "java",
  },
  { form: /^\s*import\s+(?:static\s+)?[a-z]+(?:\.\w+)+(?:\.\*)?;/, language: "java" },
  { form: /\bSystem\.(?:out|err)\.\w+\(|\bString\[\]\s+\w+/, language: "java" },
  { form: /\bclass\s+\w+(?:\s+(?:extends|implements)\s[\w<>,\s]{1,120}|\s*)\{/ },
  { form: /\b(?:if|for|while|switch|catch)\s*\([^)]{0,200}\)\s*\{/ },
  { form: /\breturn\b[^;]{0,200};|^(?: {2}|\t)\s*(?:return|raise|yield|throw|assert)\b/ },
  { form: /\btry\s*\{|\}\s*(?:catch|else|finally)\b/ },
  { form: /\b(?:interface|enum)\s+[A-Z]\w*\s*\{|\btype\s+[A-Z]\w*\s+(?:=|struct\b)/ },
  { form: /\b[a-z_]\w*(?:\+\+|--)\s*[;)]/ },
  { form: /^\s*[\w.$\]['"[]+\s*(?:[-+*/%&|^]|\?\?|\|\||&&)?=[^=].{0,300};\s*$/ },
  { form: /^\s*(?:await\s+)?[\w$]+(?:\.[\w$]+)*\(.{0,300}\);?\s*$|[\w$]\([^()]{0,200}\);/ },
  { form: /[=!]==?\s*(?:null|undefined|true|false|None|nil|["'\d])/ },
  { form: /^\s*[})\]]+(?![})\]])[;,)]*\s*$/ },
  { form: /\b(?:SELECT\s.{1,200}\sFROM\s|INSERT\s+INTO\s|UPDATE\s+\w+\s+SET\s|DELETE\s+FROM\s)/ },
  { form: /\bWHERE\s+[\w."`]{1,100}\s*(?:[=<>]|LIKE\b|IN\b)/ },
  { form: /^\s*#include\s*[<"]/ },
];

/** Most lines of prose have none, which one look tells. */
const ANY_SIGNAL = new RegExp(SIGNALS.map(({ form }) => form.source).join("|"));
const LEAST_SIGNALS = 2;
// The language of a text shows in its beginning.
const MOST_TELLING_LINES = 2_000;
// Forms are looked for at the beginning of lines, in as much text as a person would write.
const LONGEST_LINE = 1_000;
export const MOST_TEXT = 2_000_000;

/** Whether a text without fences shows at least two signs that only code has. */
export function looksLikeCode(text: string): boolean {
  const seen = new Set<Signal>();
  let count = 0;
  for (const line of linesOf(text)) {
    if (!ANY_SIGNAL.test(line)) continue;
    for (const signal of SIGNALS)
      if ((signal.isStrong || !seen.has(signal)) && signal.form.test(line)) {
        seen.add(signal);
        count += 1;
      }
    if (count >= LEAST_SIGNALS) return true;
  }
  return false;
}

/** The language that most signals speak for; undefined when none does. */
export function guessLanguage(text: string): Language | undefined {
  const votes = new Map<Language, number>();
  let telling = 0;
  for (const line of linesOf(text)) {
    if (!ANY_SIGNAL.test(line)) continue;
    for (const { form, language } of SIGNALS)
      if (language && form.test(line)) votes.set(language, (votes.get(language) ?? 0) + 1);
    telling += 1;
    if (telling === MOST_TELLING_LINES) break;
  }
  const [best] = [...votes].toSorted(([, left], [, right]) => right - left);
  return best?.[0];
}

/** The lines from the first that shows a signal to the last, with what belongs to it. */
export function codeLines(text: string): string {
  const lines = text.slice(0, MOST_TEXT).split("\n");
  const isCode = (line: string) => {
    const beginning = line.slice(0, LONGEST_LINE);
    return ANY_SIGNAL.test(beginning) || /[;{}]$/.test(line.trimEnd());
  };
  const first = lines.findIndex(isCode);
  const last = lines.findLastIndex((line) => isCode(line) || /^\s{2,}\S/.test(line));
  return first === -1 ? "" : `${lines.slice(first, last + 1).join("\n")}\n`;
}

function* linesOf(text: string): Generator<string> {
  const end = Math.min(text.length, MOST_TEXT);
  for (let at = 0; at < end;) {
    const found = text.indexOf("\n", at);
    const lineEnd = found === -1 ? text.length : found;
    const line = text.slice(at, Math.min(lineEnd, at + LONGEST_LINE));
    if (lineEnd > at && line.trim() !== "") yield line;
    at = lineEnd + 1;
  }
}

/** Programs in languages that no engine reads; the last rows are names that fenced blocks use. */
const PROGRAMS = new Set(
  `c h cc cpp cxx hh hpp hxx cs fs fsx vb m mm swift kt kts scala sc groovy gradle clj cljs cljc
  rs zig nim d dart v sol move cr elm ml mli hs lhs ex exs erl hrl lisp el scm rkt jl r lua
  rb erb php phtml pl pm t tcl coffee ls sh bash zsh fish ksh csh ps1 psm1 bat cmd awk sed sql psql
  html htm xhtml vue svelte astro jsp asp aspx cshtml razor ejs hbs mustache pug jade twig liquid j2 jinja
  tf hcl nix bzl bazel cmake mk make makefile dockerfile containerfile jenkinsfile rakefile gemfile vagrantfile
  asm s f f90 f95 for cob cbl pas pp ada adb ads vhd vhdl sv svh wat ipynb vim applescript
  rust ruby perl csharp fsharp kotlin haskell elixir erlang clojure julia objectivec shell powershell terraform`.split(
    /\s+/,
  ),
);

/** Prose, data and styles, in which secrets are all there is to look for. */
const NOT_PROGRAMS = new Set(
  `md mdx markdown txt text rst adoc asciidoc org tex bib log csv tsv diff patch
  json json5 jsonc jsonl ndjson geojson webmanifest yaml yml toml ini cfg conf config properties env dotenv
  xml xsd dtd plist svg po pot lock sum mod css scss sass less styl proto graphql gql avsc http tree none`.split(
    /\s+/,
  ),
);

/** The extension, or the whole name of a file that has none. */
const kindOf = (path: string): string =>
  path.slice(Math.max(path.lastIndexOf("."), path.lastIndexOf("/")) + 1).toLowerCase();

const isDotFile = (path: string): boolean => /(^|\/)\.[^./]+$/.test(path);

/** Whether a file holds a program, as far as its name tells. */
export const isProgramPath = (path: string): boolean =>
  languageOfPath(path) !== undefined || PROGRAMS.has(kindOf(path));

/** Whether a text is code in a language that no engine reads. */
export function isUnreadCode({ path, text, language }: SourceText): boolean {
  if (language !== undefined) return false;
  const kind = kindOf(path);
  if (PROGRAMS.has(kind) || text.startsWith("#!")) return true;
  // Blocks whose language is neither named nor guessed are called .txt.
  const isBlock = path.startsWith("thought/");
  if (isBlock && kind !== "txt" && path.includes(".")) return !NOT_PROGRAMS.has(kind);
  return (isBlock || !(NOT_PROGRAMS.has(kind) || isDotFile(path))) && looksLikeCode(text);
}
