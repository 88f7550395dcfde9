/**
 * The lines of a file, from 1, that hold one of the texts that were written into it; undefined when none of them is found there
 * as it was written, as after a formatter: then any line may have changed.
 */
export function changedLines(
  content: string,
  written: readonly string[],
): readonly number[] | undefined {
  const text = content.replaceAll("\r\n", "\n");
  const lines = new Set(written.flatMap((one) => linesOf(text, one.replaceAll("\r\n", "\n"))));
  return lines.size === 0 ? undefined : [...lines].toSorted((left, right) => left - right);
}

function linesOf(text: string, sought: string): number[] {
  if (sought.trim() === "") return [];
  const lines: number[] = [];
  for (let at = text.indexOf(sought); at !== -1; at = text.indexOf(sought, at + sought.length)) {
    const first = lineAt(text, at);
    const last = lineAt(text, at + sought.trimEnd().length);
    for (let line = first; line <= last; line += 1) lines.push(line);
  }
  return lines;
}

function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < offset; at = text.indexOf("\n", at + 1))
    line += 1;
  return line;
}
