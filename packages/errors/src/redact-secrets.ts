export type Redactor = (text: string) => string;

const SHORTEST_SECRET = 6;
const MASK = "[redacted]";
/** Shorter than any secret, so that replacing with it always comes to an end. */
const SHORT_MASK = "***";

/** Hides every occurrence of the given secret values, also percent-encoded and JSON-escaped ones. */
export function createRedactor(secrets: Iterable<string | undefined>): Redactor {
  const values = new Set<string>();
  for (const secret of secrets) {
    if (secret === undefined || secret.length < SHORTEST_SECRET) continue;
    for (const spelling of spellings(secret)) values.add(spelling);
  }
  if (values.size === 0) return (text) => text;

  const longestFirst = [...values].toSorted((left, right) => right.length - left.length);
  const pattern = new RegExp(longestFirst.map(escapePattern).join("|"), "g");
  return (text) => {
    let masked = text.replace(pattern, MASK);
    // A mask can complete another secret with the text around it, or hold one itself.
    while (masked.search(pattern) !== -1) masked = masked.replace(pattern, SHORT_MASK);
    return masked;
  };
}

function spellings(secret: string): string[] {
  // A lone surrogate has no percent-encoding; URLs carry the replacement character instead.
  const percent = encodeURIComponent(secret.replace(/\p{Surrogate}/gu, "\uFFFD"));
  const json = JSON.stringify(secret).slice(1, -1);
  return [
    secret,
    percent,
    percent.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
    new URLSearchParams([["", secret]]).toString().slice(1),
    json,
    json.replaceAll("/", "\\/"),
    json.replace(/[^\u0020-\u007E]/g, (unit) => `\\u${hexadecimal(unit)}`),
  ];
}

function hexadecimal(unit: string): string {
  return unit.charCodeAt(0).toString(16).padStart(4, "0");
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
