const FENCE = /^ {0,3}(?<mark>`{3,}|~{3,})(?<info>.*)/s;

/** Tells of each line, in order, whether it is a part of a fenced code block. */
export function fenceReader(): (line: string) => boolean {
  let open: string | undefined;
  return (line) => {
    if (!line.includes("```") && !line.includes("~~~")) return open !== undefined;
    const { mark, info = "" } = FENCE.exec(line)?.groups ?? {};
    if (open === undefined) {
      if (mark === undefined || (mark.startsWith("`") && info.includes("`"))) return false;
      open = mark;
      return true;
    }
    if (mark?.startsWith(open) && info.trim() === "") open = undefined;
    return true;
  };
}

/** Takes HTML comments out; one that is never closed stays as it is. */
export function withoutComments(text: string): string {
  let kept = "";
  let at = 0;
  for (;;) {
    const start = text.indexOf("<!--", at);
    const end = start === -1 ? -1 : text.indexOf("-->", start + 4);
    if (end === -1) return kept + text.slice(at);
    kept += text.slice(at, start);
    at = end + 3;
  }
}
