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

export type Place = { line: number; column: number; offset: number };

/**
 * Converts rows and columns, both from 0, of engines that end a line at a lone carriage return. The results are places
 * in terms of everybody else's lines, from 1.
 */
export function placesIn(text: string): (row: number, column: number) => Place {
  const lines = lineOffsets(text);
  const rows = /\r(?!\n)/.test(text)
    ? [0, ...Array.from(text.matchAll(/\r\n?|\n/g), ({ 0: end, index }) => index + end.length)]
    : lines;
  return (row, column) => {
    const offset = (rows[row] ?? text.length) + column;
    const line = lineAt(lines, offset);
    return { line, column: offset - (lines[line - 1] ?? 0) + 1, offset };
  };
}
