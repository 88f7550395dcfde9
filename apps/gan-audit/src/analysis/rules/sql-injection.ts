import type { Node } from "../node.ts";
import { expand } from "../flow/expand.ts";
import { ALLOW_LIST, isGuarded } from "../flow/guard.ts";
import { originOf, takesInput } from "../flow/origin.ts";
import type { Piece } from "../grammars/grammar.ts";
import { callRule, type Hit, type Rule } from "../rule.ts";
import type { SourceFile } from "../source-file.ts";

const STATEMENT =
  /\b(select\b[\s\S]*?\b(from|where)\b|select\s+[\w*"'(]|insert\s+into|update\s+\S+\s+set|update\s*$|delete\s+from|replace\s+into|drop\s+(table|database|index|view|user)|alter\s+table|create\s+(table|database|user)|truncate\s+table|exec(ute)?\s+\w|call\s+\w+\s*\(|from\s+\w+\s+where)/i;
const FRAGMENT =
  /\b(where|order\s+by|group\s+by|having|limit|offset|and|or|like|in|between|set|values|join)\b|[=<>]\s*['"]?\s*$|^\s*["`]?[\w.]+["`]?\s*(=|<|>|!=|like)/i;
/** After these words stands the name of a table or column, not a value. */
const BEFORE_NAME =
  /\b(from|into|update|table|join|order\s+by|group\s+by|by|select|distinct|database|index|view|on|set|asc|desc|collate|schema|,)\s*["`[]?$|\b(from|join|exists|with\s+\w+\s+as)\s*\(\s*$|["`[]$|\.$|^\s*$/i;

/** Takes part of a statement only, so that the text alone need not look like one. */
const FRAGMENT_CALLS =
  /^(whereRaw|orWhereRaw|andWhereRaw|havingRaw|orderByRaw|joinRaw|groupByRaw|literal|raw|Where|Having|Order|where|andWhere|orWhere|extra|RawSQL|filter|text|orderBy|addOrderBy)$/;

/** The first piece that a stranger could write SQL into. */
function injected(pieces: readonly Piece[], at: Node, file: SourceFile): Node | undefined {
  let before = "";
  for (const piece of pieces) {
    if ("text" in piece) {
      before += piece.text;
      continue;
    }
    if (isInjection(piece.node, before, at, file)) return piece.node;
    before += "?";
  }
  return undefined;
}

function isInjection(node: Node, before: string, at: Node, file: SourceFile): boolean {
  const origin = originOf(node, file);
  if (origin === "constant" && !isWeaklyTyped(node, file)) return false;
  if (origin === "unknown" && (BEFORE_NAME.test(before) || isPlaceholder(node, file))) return false;
  return !isGuarded(at, node, file, ALLOW_LIST);
}

/** A type annotation of TypeScript or Python promises a number that nothing enforces. */
function isWeaklyTyped(node: Node, file: SourceFile): boolean {
  if (!/^(javascript|python)$/.test(file.family) || !file.grammar.identifiers.has(node.kind()))
    return false;
  const fn = file.enclosingFunction(node);
  return (
    fn !== undefined &&
    file.bindings(fn, node.text()).length === 0 &&
    file.grammar.parameter(fn, node.text()) !== undefined
  );
}

/** A name is believed only of a value whose origin does not show, and into which no input goes. */
const isPlaceholder = (node: Node, file: SourceFile): boolean =>
  /placeholder|\bbindings?\b|bind_?params|\bmarks\b/i.test(node.text()) && !takesInput(node, file);

export const sqlInjection: readonly Rule[] = [
  callRule({
    id: "sql-injection",
    category: "sql-injection",
    severity: "critical",
    message:
      "SQL is built from text with values in it; use placeholders and pass the values separately.",
    calls: {
      javascript: `
        query execute raw $queryRawUnsafe $executeRawUnsafe queryRawUnsafe exec run all get
        each prepare unsafe whereRaw orWhereRaw andWhereRaw havingRaw orderByRaw joinRaw
        groupByRaw literal where andWhere orWhere many one oneOrNone none any manyOrNone
        orderBy addOrderBy`,
      python: `
        execute executemany executescript raw text read_sql read_sql_query extra RawSQL
        fetch fetchrow fetchval fetch_all fetch_one exec_driver_sql filter where`,
      go: `
        Query QueryRow QueryContext QueryRowContext Exec ExecContext Prepare PrepareContext
        Raw Where Having Order Queryx QueryRowx MustExec Select Get`,
      java: `
        executeQuery executeUpdate execute addBatch prepareStatement prepareCall createQuery
        createNativeQuery createSQLQuery query queryForObject queryForList queryForMap
        queryForRowSet update batchUpdate executeLargeUpdate`,
    },
    check({ name, callee, args, named }, node, file): Hit | undefined {
      if (/^(console|log|logger|logging|fmt|app|router|server|Promise|_|Array)\./.test(callee))
        return undefined;
      const given = [
        ...args.slice(0, 2),
        ...["text", "sql", "query", "statement"].flatMap((key) => named.get(key) ?? []),
      ];
      for (const argument of given.flatMap((one) => sqlTexts(one))) {
        const pieces = expand(argument, file);
        if (!pieces.some((piece) => "text" in piece)) continue;
        const text = pieces.map((piece) => ("text" in piece ? piece.text : "?")).join("");
        const isSql =
          STATEMENT.test(text) ||
          (FRAGMENT_CALLS.test(name) &&
            pieces.length > 1 &&
            FRAGMENT.test(text) &&
            !/^\s*<\/?[a-z!]/i.test(text)) ||
          /RawUnsafe$|Raw$/.test(name);
        const culprit = isSql ? injected(pieces, node, file) : undefined;
        if (culprit) return { node: sameStatement(culprit, node) ? culprit : node };
        if (isSql) return undefined;
      }
      return undefined;
    },
  }),
];

/** `query({ text: … })` carries its statement in a property. */
function sqlTexts(argument: Node): Node[] {
  if (argument.kind() !== "object") return [argument];
  return argument
    .namedChildren()
    .filter((pair) =>
      /^["']?(text|sql|query|statement|values?)["']?$/.test(pair.field("key")?.text() ?? ""),
    )
    .flatMap((pair) => pair.field("value") ?? []);
}

function sameStatement(culprit: Node, call: Node): boolean {
  const line = culprit.range().start.line;
  const { start, end } = call.range();
  return start.line <= line && line <= end.line;
}
