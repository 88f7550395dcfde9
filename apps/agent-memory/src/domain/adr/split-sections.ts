export type Section = { level: number; heading: string; lines: string[] };

const HEADING = /^ {0,3}(?<marks>#{1,6})[ \t]+(?<text>.*?)[ \t]*#*[ \t]*$/;
const SETEXT = /^ {0,3}(?<mark>=+|-{2,})[ \t]*$/;
const FENCE = /^ {0,3}(?:```|~~~)/;

/** Cuts Markdown at its headings; what stands before the first one is a section of level 0. */
export function splitSections(markdown: string): Section[] {
  const sections: Section[] = [{ level: 0, heading: "", lines: [] }];
  let fenced = false;
  for (const line of markdown.split(/\r?\n/)) {
    const current = sections.at(-1) as Section;
    if (FENCE.test(line)) fenced = !fenced;
    const { marks, text } = (!fenced && HEADING.exec(line)?.groups) || {};
    const underline = fenced ? undefined : SETEXT.exec(line)?.groups?.["mark"];
    const above = current.lines.at(-1)?.trim() ?? "";
    if (marks !== undefined && text !== undefined)
      sections.push({ level: marks.length, heading: text, lines: [] });
    else if (underline !== undefined && isHeadingText(above)) {
      current.lines.pop();
      sections.push({ level: underline.startsWith("=") ? 1 : 2, heading: above, lines: [] });
    } else current.lines.push(line);
  }
  return sections;
}

/** A rule below a list, a table or nothing underlines no heading. */
function isHeadingText(line: string): boolean {
  return line !== "" && !/^(?:[-*+>|]|\d+\.\s)/.test(line);
}
