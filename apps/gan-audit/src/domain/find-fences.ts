export type Fence = {
  /** What stands after the opening marks. */
  info: string;
  text: string;
  /** Offsets of the whole block in the thought. */
  start: number;
  end: number;
};

const MARKS = /^( {0,3})(`{3,}|~{3,})([^\n]*)$/gm;
/** More blocks than this are not one thought. */
export const MOST_FENCES = 200;

type Opened = { indent: string; marks: string; info: string; start: number; inside: number };

/** The fenced blocks of a Markdown text, in order; one that is never closed reaches to the end. */
export function findFences(text: string): Fence[] {
  const fences: Fence[] = [];
  let open: Opened | undefined;
  for (const match of text.matchAll(MARKS)) {
    const [line, indent = "", marks = "", info = ""] = match;
    const end = match.index + line.length;
    if (open) {
      if (!isClosing(marks, info, open)) continue;
      fences.push(close(text, open, match.index, end));
      open = undefined;
      if (fences.length >= MOST_FENCES) return fences;
    } else if (!info.includes("`"))
      open = {
        indent,
        marks,
        info: info.trim(),
        start: match.index,
        inside: Math.min(end + 1, text.length),
      };
  }
  if (open) fences.push(close(text, open, text.length, text.length));
  return fences;
}

function isClosing(marks: string, info: string, open: Opened): boolean {
  return (
    info.trim() === "" &&
    marks.charAt(0) === open.marks.charAt(0) &&
    marks.length >= open.marks.length
  );
}

function close(
  text: string,
  { indent, info, start, inside }: Opened,
  until: number,
  end: number,
): Fence {
  const inner = text.slice(inside, until).replaceAll("\r\n", "\n");
  const flush =
    indent === "" ? inner : inner.replaceAll(new RegExp(`^ {0,${indent.length}}`, "gm"), "");
  return { info, text: flush === "" || flush.endsWith("\n") ? flush : `${flush}\n`, start, end };
}
