export type Gap = {
  /** Where the comma is, if there is one. */
  commaAt: number | undefined;
  /** Behind the last comma or comment; `from` when there is only white space. */
  end: number;
};

/** The text between two properties, or between one and a brace: white space, comments and at most one comma. */
export function readGap(text: string, from: number, to: number): Gap {
  const token = /(\s+)|(,)|\/\/[^\n\r]*|\/\*[^]*?\*\//y;
  const gap: Gap = { commaAt: undefined, end: from };
  token.lastIndex = from;
  while (token.lastIndex < to) {
    const start = token.lastIndex;
    const found = token.exec(text);
    if (found === null) break;
    if (found[2] !== undefined) gap.commaAt = start;
    if (found[1] === undefined) gap.end = token.lastIndex;
  }
  return gap;
}
