import type { Category, Severity } from "../domain/finding.ts";

type Meaning = { category: Category; severity: Severity };

const meaning = (category: Category, severity: Severity): Meaning => ({ category, severity });

/** The rules of ruff that are switched on, by prefix; the longest prefix decides. */
const MEANINGS: Readonly<Record<string, Meaning>> = {
  A001: meaning("shadowed-builtin", "minor"),
  A002: meaning("shadowed-builtin", "minor"),
  A004: meaning("shadowed-builtin", "minor"),
  B006: meaning("mutable-default", "major"),
  B008: meaning("mutable-default", "minor"),
  B012: meaning("swallowed-error", "major"),
  B015: meaning("suspicious", "major"),
  B018: meaning("dead-code", "minor"),
  B020: meaning("suspicious", "major"),
  B025: meaning("suspicious", "major"),
  B029: meaning("suspicious", "major"),
  B031: meaning("suspicious", "major"),
  B032: meaning("suspicious", "major"),
  B039: meaning("mutable-default", "major"),
  E711: meaning("loose-equality", "minor"),
  E712: meaning("loose-equality", "minor"),
  E721: meaning("loose-equality", "minor"),
  E722: meaning("swallowed-error", "minor"),
  F401: meaning("dead-code", "minor"),
  F402: meaning("suspicious", "minor"),
  F50: meaning("suspicious", "major"),
  F52: meaning("suspicious", "major"),
  F601: meaning("suspicious", "major"),
  F631: meaning("suspicious", "major"),
  F632: meaning("loose-equality", "major"),
  F634: meaning("suspicious", "major"),
  F701: meaning("suspicious", "major"),
  F702: meaning("suspicious", "major"),
  F811: meaning("dead-code", "minor"),
  F821: meaning("suspicious", "major"),
  F823: meaning("suspicious", "major"),
  F841: meaning("dead-code", "minor"),
  PLE: meaning("suspicious", "major"),
  // Also the last line of a function that is only called while an error is handled.
  PLE0704: meaning("suspicious", "minor"),
  PLR0124: meaning("suspicious", "major"),
  PLW0127: meaning("dead-code", "minor"),
  PLW0129: meaning("suspicious", "major"),
  PLW0133: meaning("swallowed-error", "major"),
  RUF006: meaning("unawaited-promise", "minor"),
  RUF008: meaning("mutable-default", "major"),
  RUF009: meaning("mutable-default", "minor"),
  RUF024: meaning("mutable-default", "major"),
  T100: meaning("dead-code", "minor"),
};

/** Rules about names that code around an excerpt may use. */
const NEEDS_WHOLE_FILE = new Set(["F401", "F811", "PLE0604"]);

/** Category and severity of a ruff rule; undefined for a rule that is not switched on. */
export function meaningOfRuff(code: string): Meaning | undefined {
  for (let length = code.length; length > 1; length -= 1) {
    const prefix = code.slice(0, length);
    if (Object.hasOwn(MEANINGS, prefix)) return MEANINGS[prefix];
  }
  return undefined;
}

export const needsWholeFile = (code: string): boolean => NEEDS_WHOLE_FILE.has(code);

export const RUFF_SETTINGS = {
  "target-version": "py314",
  lint: {
    select: Object.keys(MEANINGS),
    // An import that says which name it gives away is meant for others.
    "ignore-init-module-imports": true,
    "flake8-bugbear": {
      "extend-immutable-calls": [
        "Depends",
        "Query",
        "Body",
        "Path",
        "Header",
        "Form",
        "File",
        "Security",
        "Cookie",
      ].map((name) => `fastapi.${name}`),
    },
  },
};
