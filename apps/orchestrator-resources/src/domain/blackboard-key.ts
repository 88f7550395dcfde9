const SEPARATORS = [":", "/", "|"];

/** The text before a key's first `:`, else `/`, else `|`, else the whole key. */
export function namespaceOf(key: string): string {
  for (const separator of SEPARATORS) {
    const end = key.indexOf(separator);
    if (end > 0) return key.slice(0, end);
  }
  return key;
}

/** Lowercased, sorted, each once. */
export function normaliseTags(tags: readonly string[]): string[] {
  const cleaned = tags.map((tag) => tag.trim().toLowerCase()).filter((tag) => tag !== "");
  return [...new Set(cleaned)].toSorted();
}

const LAST = 0x10_ff_ff;
const BEFORE_SURROGATES = 0xd7_ff;
const AFTER_SURROGATES = 0xe0_00;

/** The least text after all that begin with `prefix`; undefined when there is none. */
export function endOfPrefix(prefix: string): string | undefined {
  let length = prefix.length;
  while (length >= 2 && prefix.codePointAt(length - 2) === LAST) length -= 2;
  const character = Array.from(prefix.slice(Math.max(0, length - 2), length)).at(-1);
  if (character === undefined) return undefined;
  const last = character.codePointAt(0) as number;
  const next = last === BEFORE_SURROGATES ? AFTER_SURROGATES : last + 1;
  return prefix.slice(0, length - character.length) + String.fromCodePoint(next);
}
