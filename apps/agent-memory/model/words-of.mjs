const WORD = /[a-z][a-z0-9+#]*|\d{3,}/g;

/** The words of a text, as src/embedding/word-embeddings.ts cuts them. */
export function wordsOf(text) {
  const plain = text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  return plain.match(WORD) ?? [];
}
