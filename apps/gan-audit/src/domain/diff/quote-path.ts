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
