import { fenceReader } from "./markdown-lines.ts";

export type Section = {
  level: number;
  heading: string;
  lines: string[];
  /** The lines that are no code. */
  prose: string[];
};

const ATX = /^ {0,3}(?<marks>#{1,6})[ \t]/;
const SETEXT = /^ {0,3}(?<mark>=+|-{2,})[ \t]*$/;

/** Cuts Markdown at its headings; the text before the first one is a section of level 0. */
export function splitSections(markdown: string): Section[] {
  let current: Section = { level: 0, heading: "", lines: [], prose: [] };
  const sections = [current];
  const begin = (level: number, heading: string) => {
    current = { level, heading, lines: [], prose: [] };
    sections.push(current);
  };
  const isCode = fenceReader();
  for (const line of markdown.split(/\r?\n/)) {
    const fenced = isCode(line);
    const marks = fenced ? undefined : ATX.exec(line)?.groups?.["marks"];
    const underline = fenced ? undefined : SETEXT.exec(line)?.groups?.["mark"];
    const above = current.prose.at(-1) === current.lines.at(-1) ? current.lines.at(-1)?.trim() : "";
    if (marks !== undefined) begin(marks.length, headingText(line));
    else if (underline !== undefined && isHeadingText(above ?? "")) {
      current.lines.pop();
      current.prose.pop();
      begin(underline.startsWith("=") ? 1 : 2, above ?? "");
    } else {
      current.lines.push(line);
      if (!fenced) current.prose.push(line);
    }
  }
  return sections;
}

/** The text between the marks of `## Heading ##`. */
function headingText(line: string): string {
  const text = line
    .trim()
    .replace(/^#{1,6}/, "")
    .trim();
  let end = text.length;
  while (text.charAt(end - 1) === "#") end -= 1;
  // A # that belongs to a word, as in C#, closes nothing.
  const closes = end < text.length && (end === 0 || isBlank(text.charAt(end - 1)));
  return closes ? text.slice(0, end).trimEnd() : text;
}

function isBlank(character: string): boolean {
  return character === " " || character === "\t";
}

/** A rule below a list, a table or nothing underlines no heading. */
function isHeadingText(line: string): boolean {
  return line !== "" && !/^(?:[-*+>|]|\d+\.\s)/.test(line);
}
