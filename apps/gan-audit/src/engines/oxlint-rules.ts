import type { Category, Severity } from "../domain/finding.ts";

type Meaning = { category: Category; severity: Severity };

const DEAD: Meaning = { category: "dead-code", severity: "minor" };

/** Rules that mean something more special than their being on at all. */
const MEANINGS: Readonly<Record<string, Meaning>> = {
  "no-unreachable": { category: "dead-code", severity: "major" },
  "no-unused-vars": DEAD,
  "no-unused-labels": DEAD,
  "no-unused-private-class-members": DEAD,
  "no-unused-expressions": DEAD,
  "no-debugger": DEAD,
  "no-useless-catch": DEAD,
  "no-useless-escape": DEAD,
  "no-useless-rename": DEAD,
  "no-useless-constructor": DEAD,
  "no-extra-boolean-cast": DEAD,
  "no-empty-pattern": DEAD,
  "no-empty-static-block": DEAD,
  "no-shadow-restricted-names": { category: "shadowed-builtin", severity: "minor" },
  "no-unsafe-finally": { category: "swallowed-error", severity: "major" },
  "no-async-promise-executor": { category: "unawaited-promise", severity: "major" },
  "no-await-in-promise-methods": { category: "unawaited-promise", severity: "minor" },
  "missing-throw": { category: "swallowed-error", severity: "major" },
};

/** On in addition to the category "correctness". */
const FURTHER = [
  "no-unreachable",
  "no-self-compare",
  "no-useless-catch",
  "array-callback-return",
  "no-template-curly-in-string",
];

/** Matters of taste, covered by rules that follow the data, or wrong about correct code (`super(), …`). */
const UNWANTED =
  /^(prefer-|no-useless-(spread|fallback|length)|no-(eval|control-regex|empty-file|this-alias|thenable|new-array|unnecessary-await|extraneous-class)$|triple-slash-reference$|require-yield$|constructor-super$)/;

export const OXLINT_CONFIG = {
  plugins: ["typescript", "unicorn", "oxc"],
  categories: { correctness: "error" },
  rules: {
    ...Object.fromEntries(FURTHER.map((rule) => [rule, "error"])),
    "no-constant-condition": ["error", { checkLoops: "none" }],
    "no-unused-expressions": [
      "error",
      { allowShortCircuit: true, allowTernary: true, allowTaggedTemplates: true },
    ],
    "no-unused-vars": [
      "error",
      { args: "none", caughtErrors: "none", ignoreRestSiblings: true, varsIgnorePattern: "^_" },
    ],
  },
};

/** Category and severity of an oxlint rule such as `eslint(no-unreachable)`; undefined for an unwanted rule. */
export function meaningOfOxlint(code: string): (Meaning & { rule: string }) | undefined {
  const [, plugin = "eslint", rule = code] = /^([\w-]+)\(([\w/-]+)\)$/.exec(code) ?? [];
  if (UNWANTED.test(rule)) return undefined;
  const own = Object.hasOwn(MEANINGS, rule) ? MEANINGS[rule] : undefined;
  const severity = /^(unicorn|typescript)/.test(plugin) ? "minor" : "major";
  return { rule, ...(own ?? { category: "suspicious", severity }) };
}

/** Names that an excerpt declares at its outermost level may be used around it. */
export const isAboutUse = (rule: string): boolean =>
  rule === "no-unused-vars" || rule === "no-unused-expressions";
