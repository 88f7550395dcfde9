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
