import type { RecordBody } from "./own-body.ts";
import { isMetadata } from "./record-metadata.ts";
import type { Section } from "./split-sections.ts";

const STATUS = /^status\b/i;
const CONSEQUENCES = /consequences?\b/i;

/** Everything a record says besides its status, with the consequences apart. */
export function readForeignBody(
  sections: readonly Section[],
  title: Section | undefined,
): RecordBody {
  const telling = sections.filter(({ heading }) => !STATUS.test(heading));
  const consequences = telling.filter(({ heading }) => CONSEQUENCES.test(heading));
  const rest = telling.filter(({ heading }) => !CONSEQUENCES.test(heading));
  return {
    rationale: rest
      .map((section) => sectionText(section, section === title))
      .filter((text) => text !== "")
      .join("\n\n"),
    consequences: consequences.flatMap(({ lines }) => listItems(lines)),
  };
}

function sectionText({ level, heading, lines }: Section, isTitle: boolean): string {
  const text = lines
    .filter((line) => !isMetadata(line))
    .join("\n")
    .trim();
  const showsHeading = !isTitle && level > 0 && text !== "";
  return showsHeading ? `${"#".repeat(level)} ${heading}\n\n${text}` : text;
}

const BULLET = /^\s{0,3}(?:[-*+]|\d{1,9}[.)])(?=\s)/;

/** The items of a Markdown list, or its paragraphs when it is none. */
function listItems(lines: readonly string[]): string[] {
  const items: string[][] = [];
  let open = false;
  for (const line of lines) {
    const bullet = BULLET.exec(line)?.[0];
    if (bullet !== undefined) items.push([line.slice(bullet.length)]);
    else if (line.trim() === "") open = line === "  " && open;
    else if (open) items.at(-1)?.push(line.replace(/^ {2}/, ""));
    else items.push([line]);
    if (line.trim() !== "") open = true;
  }
  return items.map((item) => item.join("\n").trim()).filter((item) => item !== "");
}
