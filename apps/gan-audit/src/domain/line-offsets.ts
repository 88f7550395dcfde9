/** Where each line of a text starts, in UTF-16 units. */
export function lineOffsets(text: string): number[] {
  const offsets = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1))
    offsets.push(at + 1);
  return offsets;
}

/** The line, from 1, that an offset lies on. */
export function lineAt(offsets: readonly number[], offset: number): number {
  let low = 0;
  let high = offsets.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((offsets[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low + 1;
}
