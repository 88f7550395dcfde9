import { ALL_RULES } from "../analysis/rules/all-rules.ts";
import type { Node } from "../analysis/node.ts";
import { runRules, selectRules } from "../analysis/run-rules.ts";
import { SourceFile } from "../analysis/source-file.ts";
import type { Finding } from "../domain/finding.ts";
import { familyOf, type Language } from "../domain/languages.ts";
import type { SourceText } from "../domain/source-text.ts";
import { type AstGrep, startAstGrep } from "../syntax/start-ast-grep.ts";
import type { Engine, EngineReport } from "./engine.ts";
import type { ReadProgram } from "./read-program.ts";

const GRAMMARS: Readonly<Record<Language, string>> = {
  // The grammar of TypeScript accepts JavaScript, and has one set of node kinds for both.
  javascript: "tsx",
  jsx: "tsx",
  typescript: "typescript",
  tsx: "tsx",
  python: "python",
  go: "go",
  java: "java",
};

/** The rules of this server, on trees that tolerate code which does not parse. */
export async function createAstGrep(read: ReadProgram): Promise<Engine> {
  const astGrep = await startAstGrep(read);
  const missing = new Map<string, Promise<string | undefined>>();
  const learn = (grammar: string): Promise<string | undefined> => {
    const known = missing.get(grammar) ?? learnGrammar(astGrep, grammar);
    missing.set(grammar, known);
    return known;
  };
  return {
    async check(texts): Promise<EngineReport> {
      const findings: Finding[] = [];
      const notes = new Set<string>();
      const skipped: string[] = [];
      for (const source of texts) {
        if (!source.language) continue;
        const reason = await learn(GRAMMARS[source.language]);
        if (reason === undefined) findings.push(...checkText(astGrep, source, source.language));
        else {
          skipped.push(source.path);
          notes.add(`${familyOf(source.language)} was not looked at: ${reason}`);
        }
      }
      return { findings, notes: [...notes], skipped };
    },
  };
}

/** The reason why a grammar cannot be used; undefined when it can. */
async function learnGrammar(astGrep: AstGrep, grammar: string): Promise<string | undefined> {
  try {
    await astGrep.learn(grammar);
    return undefined;
  } catch (error) {
    return (error as Error).message.split("\n", 1)[0] ?? "";
  }
}

function checkText(
  astGrep: AstGrep,
  { path, text, wholeness }: SourceText,
  language: Language,
): Finding[] {
  const family = familyOf(language);
  const selection = selectRules(ALL_RULES, family, text);
  const isParserOfRecord = family === "go" || family === "java";
  if (!isParserOfRecord && selection.byName.size === 0 && selection.matchers.length === 0)
    return [];
  return astGrep.parse(GRAMMARS[language], text, (root) => {
    const broken = isParserOfRecord && wholeness !== "fragment" ? findBreak(root, path) : [];
    return [...broken, ...runRules(new SourceFile(path, language, text, root), selection)];
  });
}

/** The first place where the parser had to skip or invent something; what it invents has no text. */
function findBreak(root: Node, path: string): Finding[] {
  const broken = root.text().trim() === "" ? undefined : firstBreak(root);
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

function firstBreak(root: Node): Node | undefined {
  const open = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    if (!node.hasError()) continue;
    const isInvented = node.text() === "" && /^[})\];]$/.test(node.kind());
    if (node.kind() === "ERROR" || isInvented) return node;
    open.push(...node.children().toReversed());
  }
  return undefined;
}
