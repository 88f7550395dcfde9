import type { AstRule, Node } from "./node.ts";
import type { Finding } from "../domain/finding.ts";
import type { Family } from "../domain/languages.ts";
import type { CallRule, Hit, NodeRule, Rule } from "./rule.ts";
import type { SourceFile } from "./source-file.ts";

/** Which rules could say something about this text; without any it need not be parsed. */
export type Selection = {
  byName: Map<string, CallRule[]>;
  byKind: Map<string, NodeRule[]>;
  matchers: AstRule[];
};

/** A cheap look that spares the parser most names; type arguments may stand before the parentheses. */
const CALLED = /(?<![\w$])[\w$]+(?= ?[(<])/g;

/** The message where a rule is silent only because it gave up. */
const UNDECIDED: Hit = {
  severity: "major",
  message:
    "This could not be judged: a value passes through too many steps to be followed, or a pattern is too large. Use the value closer to where it comes from, or split the pattern.",
};

const isCallRule = (rule: Rule): rule is CallRule => "calls" in rule;

/** Picks the rules whose words occur in the text. */
export function selectRules(rules: readonly Rule[], family: Family, text: string): Selection {
  const byName = new Map<string, CallRule[]>();
  const byKind = new Map<string, NodeRule[]>();
  const matchers: AstRule[] = [];
  const called = new Set(text.match(CALLED));
  for (const rule of rules) {
    if (isCallRule(rule)) {
      for (const name of wordsOf(rule.calls[family]))
        if (called.has(name)) listIn(byName, name).push(rule);
    } else if (rule.nodes[family] && rule.hint.test(text)) {
      for (const matcher of rule.nodes[family]) {
        matchers.push(matcher);
        listIn(byKind, matcher.kind).push(rule);
      }
    }
  }
  return { byName, byKind, matchers };
}

const split = new Map<string, readonly string[]>();

function wordsOf(names: string | undefined): readonly string[] {
  if (names === undefined) return [];
  const known = split.get(names) ?? names.trim().split(/\s+/);
  split.set(names, known);
  return known;
}

function listIn<Key, Item>(lists: Map<Key, Item[]>, key: Key): Item[] {
  const known = lists.get(key);
  if (known) return known;
  const made: Item[] = [];
  lists.set(key, made);
  return made;
}

/** Runs the selected rules over a parsed file, in one walk of its tree. */
export function runRules(file: SourceFile, { byName, byKind, matchers }: Selection): Finding[] {
  const any = [
    ...matchers,
    ...(byName.size > 0 ? file.grammar.callKinds.map((kind) => ({ kind })) : []),
  ];
  if (any.length === 0) return [];
  const findings: Finding[] = [];
  const report = (rule: Rule, node: Node, check: () => boolean | Hit | undefined) => {
    const before = file.timesGivenUp;
    const said = check();
    if (said) findings.push(findingOf(rule, node, said === true ? {} : said, file));
    else if (file.timesGivenUp > before)
      findings.push({ ...findingOf(rule, node, UNDECIDED, file), isUndecided: true });
  };
  for (const node of file.root.findAll({ rule: { any } })) {
    for (const rule of new Set(byKind.get(node.kind())))
      report(rule, node, () => rule.check(node, file));
    if (byName.size === 0 || !file.grammar.callKinds.includes(node.kind())) continue;
    const named = byName.get(file.grammar.calleeName(node) ?? "");
    const call = named && file.grammar.call(node);
    if (call) for (const rule of named) report(rule, node, () => rule.check(call, node, file));
  }
  return findings;
}

function findingOf(rule: Rule, matched: Node, hit: Hit, file: SourceFile): Finding {
  const { start, end } = (hit.node ?? matched).range();
  return {
    rule: `ast-grep/${rule.id}`,
    category: rule.category,
    severity: hit.severity ?? rule.severity,
    path: file.path,
    line: start.line + 1,
    endLine: end.line + 1,
    column: start.column + 1,
    message: hit.message ?? rule.message,
    ...(hit.fix && { fix: hit.fix }),
  };
}
