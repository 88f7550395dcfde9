export type Redactor = (text: string) => string;

const SHORTEST_SECRET = 6;
const MASK = "[redacted]";

/** Hides every occurrence of the given secret values, also percent-encoded and JSON-escaped ones. */
export function createRedactor(secrets: Iterable<string | undefined>): Redactor {
  const values = new Set<string>();
  for (const secret of secrets) {
    if (secret === undefined || secret.length < SHORTEST_SECRET) continue;
    values.add(secret);
    values.add(encodeURIComponent(secret));
    values.add(JSON.stringify(secret).slice(1, -1));
  }
  const longestFirst = [...values].sort((left, right) => right.length - left.length);
  if (longestFirst.length === 0) return (text) => text;
  return (text) => longestFirst.reduce((masked, value) => masked.replaceAll(value, MASK), text);
}
