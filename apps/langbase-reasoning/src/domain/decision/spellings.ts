/**
 * Finds the name that a model means: the one it spells exactly so, or else the only one that differs in nothing but
 * case and punctuation.
 */
export function spellings(names: readonly string[]): (said: string) => string | undefined {
  const exact = new Set(names);
  const loose = new Map<string, string | undefined>();
  for (const name of exact) loose.set(plain(name), loose.has(plain(name)) ? undefined : name);
  loose.delete("");
  return (said) => (exact.has(said) ? said : loose.get(plain(said)));
}

function plain(name: string): string {
  return name
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");
}
