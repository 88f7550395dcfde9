import { createRequire } from "node:module";
import { parse, registerDynamicLanguage } from "@ast-grep/napi";
import { ALL_RULES } from "../analysis/rules/all-rules.ts";
import type { Node } from "../analysis/node.ts";
import { runRules, selectRules } from "../analysis/run-rules.ts";
import { SourceFile } from "../analysis/source-file.ts";
import type { Finding } from "../domain/finding.ts";
import { familyOf, type Language } from "../domain/languages.ts";
import type { SourceText } from "../domain/source-text.ts";
import type { Engine, EngineReport } from "./engine.ts";

const PARSERS: Readonly<Record<Language, string>> = {
  // The grammar of TypeScript accepts JavaScript, and has one set of node kinds for both.
  javascript: "Tsx",
  jsx: "Tsx",
  typescript: "TypeScript",
  tsx: "Tsx",
  python: "python",
  go: "go",
  java: "java",
};
const ADDED = ["python", "go", "java"] as const;

/** The rules of this server, on trees that tolerate code which does not parse. */
export function createAstGrep(): Engine {
  const missing = registerGrammars();
  return {
    async check(texts): Promise<EngineReport> {
      const findings: Finding[] = [];
      const notes = new Set<string>();
      const skipped: string[] = [];
      for (const source of texts) {
        if (!source.language) continue;
        const family = familyOf(source.language);
        const reason = missing.get(family);
        if (reason === undefined) findings.push(...checkText(source, source.language));
        else {
          skipped.push(source.path);
          notes.add(`${family} was not looked at: ${reason}`);
        }
      }
      return { findings, notes: [...notes], skipped };
    },
  };
}

/** The grammars that come as their own packages; those that cannot be loaded, with the reason. */
function registerGrammars(): ReadonlyMap<string, string> {
  const load = createRequire(import.meta.url);
  const missing = new Map<string, string>();
  const grammars: Record<string, { libraryPath: string; extensions: string[] }> = {};
  for (const name of ADDED) {
    try {
      const grammar = load(`@ast-grep/lang-${name}`);
      // Reading the path finds out whether there is a build for this platform.
      grammars[name] = { ...grammar, libraryPath: grammar.libraryPath };
    } catch (error) {
      missing.set(name, (error as Error).message.split("\n", 1)[0] ?? "");
    }
  }
  registerDynamicLanguage(grammars);
  return missing;
}

function checkText({ path, text, wholeness }: SourceText, language: Language): Finding[] {
  const family = familyOf(language);
  const selection = selectRules(ALL_RULES, family, text);
  const isParserOfRecord = family === "go" || family === "java";
  if (!isParserOfRecord && selection.byName.size === 0 && selection.matchers.length === 0)
    return [];
  const root = parse(PARSERS[language], text).root() as unknown as Node;
  const broken = isParserOfRecord && wholeness !== "fragment" ? findBreak(root, path) : [];
  return [...broken, ...runRules(new SourceFile(path, language, text, root), selection)];
}

/** The first place where the parser had to skip or invent something; what it invents has no text. */
function findBreak(root: Node, path: string): Finding[] {
  if (root.text().trim() === "") return [];
  const broken = root
    .findAll({ rule: { any: [{ kind: "ERROR" }, { regex: "^$" }] } })
    .find((node) => node.kind() === "ERROR" || /^[})\];]$/.test(node.kind()));
  if (!broken) return [];
  const { start, end } = broken.range();
  return [
    {
      rule: "ast-grep/does-not-parse",
      category: "does-not-parse",
      severity: "critical",
      path,
      line: start.line + 1,
      endLine: end.line + 1,
      column: start.column + 1,
      message: "The code does not parse from here on.",
    },
  ];
}
