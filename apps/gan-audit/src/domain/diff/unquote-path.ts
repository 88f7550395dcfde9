const ESCAPES: Readonly<Record<string, number>> = {
  a: 7,
  b: 8,
  t: 9,
  n: 10,
  v: 11,
  f: 12,
  r: 13,
  '"': 34,
  "\\": 92,
};

/** Undoes the quoting that git gives paths with unusual characters. */
export function unquotePath(path: string): string {
  if (!/^".*"$/.test(path)) return path;
  const bytes: number[] = [];
  const inner = path.slice(1, -1);
  for (const [piece, octal, letter] of inner.matchAll(/\\([0-7]{3})|\\(.)|[^\\]+/g)) {
    if (octal) bytes.push(Number.parseInt(octal, 8));
    else if (letter) bytes.push(ESCAPES[letter] ?? letter.charCodeAt(0));
    else bytes.push(...new TextEncoder().encode(piece));
  }
  return new TextDecoder().decode(Uint8Array.from(bytes));
}
