/** The categories of findings. Each counts towards one dimension of the review. */
export const CATEGORIES = {
  "code-injection": "security",
  "command-injection": "security",
  "sql-injection": "security",
  "path-traversal": "security",
  "prototype-pollution": "security",
  "dangerous-regex": "security",
  "unsafe-deserialisation": "security",
  "weak-crypto": "security",
  secret: "security",
  "does-not-parse": "correctness",
  "unawaited-promise": "correctness",
  "loose-equality": "correctness",
  "mutable-default": "correctness",
  "off-by-one": "correctness",
  suspicious: "correctness",
  "swallowed-error": "error handling",
  "resource-leak": "error handling",
  "dead-code": "maintainability",
  "shadowed-builtin": "clarity",
} as const;

export type Category = keyof typeof CATEGORIES;
export type Dimension = (typeof CATEGORIES)[Category];

export const DIMENSIONS: readonly Dimension[] = [
  "correctness",
  "security",
  "error handling",
  "maintainability",
  "clarity",
];

export const SEVERITIES = ["critical", "major", "minor"] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Replaces the text from `start` to `end` (UTF-16 offsets in the audited text). */
export type TextEdit = { start: number; end: number; text: string };

export type Finding = {
  /** Engine and rule, such as `ruff/B006`. */
  rule: string;
  category: Category;
  severity: Severity;
  path: string;
  /** From 1; the last line is that of the last character. */
  line: number;
  endLine: number;
  /** From 1, in UTF-16 units. */
  column: number;
  message: string;
  /** Whether its rule could not come to a decision; then nothing shows that the code is right. */
  isUndecided?: true;
  /** A mechanical fix that keeps the meaning of correct code. */
  fix?: readonly TextEdit[];
};
