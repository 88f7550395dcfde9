export type Fence = {
  /** What stands after the opening marks. */
  info: string;
  text: string;
  /** Offsets of the whole block in the thought. */
  start: number;
  end: number;
};

/** A block may stand in a list or a quotation, at any depth. */
const MARKS = /^([ \t>]*)(`{3,}|~{3,})([^\n]*)$/gm;
// Marks that are indented further than the opening ones belong to the code.
const DEEPER = 3;
/** More blocks than this are not one thought. */
export const MOST_FENCES = 200;

type Opened = { margin: string; marks: string; info: string; start: number; inside: number };

/** The fenced blocks of a Markdown text, in order, and one more than the most; one that is never closed reaches to the end. */
export function findFences(text: string): Fence[] {
  const fences: Fence[] = [];
  let open: Opened | undefined;
  for (const match of text.matchAll(MARKS)) {
    const [line, margin = "", marks = "", info = ""] = match;
    const end = match.index + line.length;
    if (open) {
      if (!isClosing(margin, marks, info, open)) continue;
      fences.push(close(text, open, match.index, end));
      open = undefined;
      if (fences.length > MOST_FENCES) return fences;
    } else if (!info.includes("`"))
      open = {
        margin,
        marks,
        info: info.trim(),
        start: match.index,
        inside: Math.min(end + 1, text.length),
      };
  }
  if (open) fences.push(close(text, open, text.length, text.length));
  return fences;
}

function isClosing(margin: string, marks: string, info: string, open: Opened): boolean {
  return (
    margin.length <= open.margin.length + DEEPER &&
    info.trim() === "" &&
    marks.charAt(0) === open.marks.charAt(0) &&
    marks.length >= open.marks.length
  );
}

function close(
  text: string,
  { margin, info, start, inside }: Opened,
  until: number,
  end: number,
): Fence {
  const inner = text.slice(inside, until).replaceAll("\r\n", "\n");
  const blank = margin.includes(">") ? "[ \\t>]" : "[ \\t]";
  const flush =
    margin === "" ? inner : inner.replaceAll(new RegExp(`^${blank}{0,${margin.length}}`, "gm"), "");
  return { info, text: flush === "" || flush.endsWith("\n") ? flush : `${flush}\n`, start, end };
}
