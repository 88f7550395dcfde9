/** The line end that a text uses. */
export function lineEndOf(text: string): string {
  return /\r?\n/.exec(text)?.[0] ?? "\n";
}

/** The offset of the start of the line. */
export function startOfLine(text: string, offset: number): number {
  return text.slice(0, offset).lastIndexOf("\n") + 1;
}

/** The offset behind the last character of the line, before its line end. */
export function endOfLine(text: string, offset: number): number {
  const found = /\r?\n/g;
  found.lastIndex = offset;
  return found.exec(text)?.index ?? text.length;
}

/** The offset of the line end that stands directly before the offset, or the offset itself. */
export function beforeLineEnd(text: string, offset: number): number {
  if (text[offset - 1] !== "\n") return offset;
  return text[offset - 2] === "\r" ? offset - 2 : offset - 1;
}
