import { fenceReader } from "./markdown-lines.ts";

export type Section = {
  level: number;
  heading: string;
  lines: string[];
  /** The lines outside code blocks. */
  prose: string[];
};

const ATX = /^ {0,3}(?<marks>#{1,6})[ \t]/;
const SETEXT = /^ {0,3}(?<mark>=+|-{2,})[ \t]*$/;

/** Cuts Markdown at its headings; the text before the first one is a section of level 0. */
export function splitSections(markdown: string): Section[] {
  let current = newSection(0, "");
  const sections = [current];
  const isCode = fenceReader();
  const begin = (level: number, heading: string) => {
    current = newSection(level, heading);
    sections.push(current);
  };
  // The line above, when it is one that a rule below would underline.
  let above = "";
  for (const line of markdown.replaceAll("\r\n", "\n").split("\n")) {
    const fenced = isCode(line);
    const marks = fenced || line === "" ? undefined : ATX.exec(line)?.groups?.["marks"];
    const underline = fenced || above === "" ? undefined : SETEXT.exec(line)?.groups?.["mark"];
    if (marks !== undefined) begin(marks.length, headingText(line));
    else if (underline !== undefined) {
      current.lines.pop();
      if (current.prose !== current.lines) current.prose.pop();
      begin(underline.startsWith("=") ? 1 : 2, above);
    } else addLine(current, line, fenced);
    const isText = !fenced && marks === undefined && underline === undefined && line !== "";
    above = isText ? underlinable(line) : "";
  }
  return sections;
}

function newSection(level: number, heading: string): Section {
  const lines: string[] = [];
  return { level, heading, lines, prose: lines };
}

/** Most sections have no code, and their prose is all of their lines. */
function addLine(section: Section, line: string, fenced: boolean): void {
  if (fenced && section.prose === section.lines) section.prose = [...section.lines];
  section.lines.push(line);
  if (!fenced && section.prose !== section.lines) section.prose.push(line);
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
function underlinable(line: string): string {
  const text = line.trim();
  return /^(?:[-*+>|]|\d{1,9}\.\s)/.test(text) ? "" : text;
}
