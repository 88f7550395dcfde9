/** Splits a list of texts, in order, into batches within both limits. A text over the limit gets its own batch. */
export function splitBatches(
  texts: readonly string[],
  limits: { items: number; characters: number },
): string[][] {
  const batches: string[][] = [];
  let characters = 0;
  for (const text of texts) {
    const batch = batches.at(-1);
    characters += text.length;
    if (batch !== undefined && batch.length < limits.items && characters <= limits.characters) {
      batch.push(text);
    } else {
      batches.push([text]);
      characters = text.length;
    }
  }
  return batches;
}
