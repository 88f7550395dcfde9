/** The JSON object that a text is, whatever notices stand around it; undefined where there is none. */
export function parseJsonObject(text: string): unknown {
  const start = text.search(/^[ \t]*\{/m);
  const end = text.lastIndexOf("}");
  return start < 0 ? undefined : parseJson(text.slice(start, end + 1));
}

/** The JSON values of a text with one on each line; other lines are notices and left out. */
export function parseJsonLines(text: string): unknown[] {
  return text
    .split("\n")
    .map(parseJson)
    .filter((value) => value !== undefined);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
