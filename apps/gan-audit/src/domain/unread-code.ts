import { looksLikeCode } from "./code-signals.ts";
import { languageOfPath } from "./languages.ts";
import type { SourceText } from "./source-text.ts";

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
