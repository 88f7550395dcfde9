/** Whether a path is meant as a pattern. */
export function isPattern(path: string): boolean {
  return /[*?{[]/.test(path);
}

const LONGEST_PATTERN = 500;
const MOST_WILDCARDS = 12;

/** A pattern as an expression on paths with `/`: `*`, `?`, `**`, `{a,b}` and `[abc]`. Undefined if it is too involved. */
export function patternExpression(pattern: string): RegExp | undefined {
  const wildcards = pattern.match(/[*?[{]+/g)?.length ?? 0;
  if (pattern.length > LONGEST_PATTERN || wildcards > MOST_WILDCARDS) return undefined;
  let source = "";
  let depth = 0;
  for (let at = 0; at < pattern.length; at += 1) {
    const rest = pattern.slice(at);
    const [many = ""] = /^\*\*\/?/.exec(rest) ?? [];
    const [set = ""] = /^\[!?[^\]/]+\]/.exec(rest) ?? [];
    if (many !== "") {
      source += many.endsWith("/") ? "(?:[^/]+/)*" : ".*";
      at += many.length - 1;
    } else if (set !== "") {
      source += set.replace("[!", "[^").replaceAll("\\", "\\\\");
      at += set.length - 1;
    } else if (rest.startsWith("*")) source += "[^/]*";
    else if (rest.startsWith("?")) source += "[^/]";
    else if (rest.startsWith("{")) {
      depth += 1;
      source += "(?:";
    } else if (rest.startsWith("}") && depth > 0) {
      depth -= 1;
      source += ")";
    } else if (rest.startsWith(",") && depth > 0) source += "|";
    else source += (pattern[at] ?? "").replaceAll(/[.+^$()|\\[\]{}]/g, String.raw`\$&`);
  }
  try {
    return depth === 0 ? new RegExp(`^${source}$`) : undefined;
  } catch {
    return undefined;
  }
}

export type IgnoreRule = { expression: RegExp; negated: boolean; foldersOnly: boolean };

/** The rules of a .gitignore, for paths relative to its folder. */
export function ignoreRules(text: string): IgnoreRule[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const rule = line.trimEnd();
    if (rule === "" || rule.startsWith("#")) return [];
    const negated = rule.startsWith("!");
    const pattern = negated ? rule.slice(1) : rule;
    const foldersOnly = pattern.endsWith("/");
    const bare = pattern.replace(/(?<!\/)\/+$/, "");
    // A rule with a slash in it is about one place, others are about a name anywhere below.
    const anchored = bare.replace(/^\//, "");
    const expression = patternExpression(bare.includes("/") ? anchored : `**/${bare}`);
    return expression === undefined ? [] : [{ expression, negated, foldersOnly }];
  });
}

/** Whether the last rule that matches a path ignores it; undefined if none matches. */
export function isIgnored(
  rules: readonly IgnoreRule[],
  path: string,
  isFolder: boolean,
): boolean | undefined {
  const rule = rules.findLast(
    ({ expression, foldersOnly }) => (isFolder || !foldersOnly) && expression.test(path),
  );
  return rule === undefined ? undefined : !rule.negated;
}
