const ESCAPES: Readonly<Record<string, string>> = {
  "\t": "\\t",
  "\n": "\\n",
  "\r": "\\r",
  '"': '\\"',
  "\\": "\\\\",
};

/** Quotes a path the way git does, if it has to be. */
export function quotePath(path: string): string {
  // Control characters are what has to be quoted.
  const needsQuotes = [...path].some(
    (character) =>
      character < " " || character === '"' || character === "\\" || character === "\u007F",
  );
  if (!needsQuotes) return path;
  const quoted = [...path].map((character) => {
    const escaped = ESCAPES[character];
    if (escaped !== undefined) return escaped;
    const code = character.charCodeAt(0);
    return code < 32 || code === 127 ? `\\${code.toString(8).padStart(3, "0")}` : character;
  });
  return `"${quoted.join("")}"`;
}

const ESCAPED_BYTES: Readonly<Record<string, number>> = {
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
    else if (letter) bytes.push(ESCAPED_BYTES[letter] ?? letter.charCodeAt(0));
    else bytes.push(...new TextEncoder().encode(piece));
  }
  return new TextDecoder().decode(Uint8Array.from(bytes));
}
