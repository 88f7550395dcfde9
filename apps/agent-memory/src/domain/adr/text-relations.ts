import type { LinkDefinitions } from "./inline-tokens.ts";
import { isMetadata, isStatusSection } from "./record-metadata.ts";
import { type StatedRelations, statedRelations } from "./record-relations.ts";
import type { Section } from "./split-sections.ts";

const STEMS =
  /supersed|superced|replac|obsolet|amend|clarif|ersetz|abgel|nder|erg\S{1,2}nz|rempla|modifi|sustitu|reempl|substitu|alter|sostitu|vervang|wijzig|enm[ie]/i;
/** So many lines after a verb may hold the list of records that it names. */
const LINES_AFTER = 12;

/** Relations that a record states outside of its status. Most lines state nothing, so that only those with a verb are read. */
export function textRelations(
  sections: readonly Section[],
  definitions: LinkDefinitions,
): StatedRelations[] {
  const passages: string[] = [];
  for (const section of sections) {
    if (isStatusSection(section)) continue;
    const { prose } = section;
    let passage: string[] = [];
    let left = 0;
    for (const line of prose) {
      if (line !== "" && STEMS.test(line) && !isMetadata(line)) left = LINES_AFTER + 1;
      if (left > 0) passage.push(line);
      else if (passage.length > 0) {
        passages.push(passage.join("\n"));
        passage = [];
      }
      left -= 1;
    }
    if (passage.length > 0) passages.push(passage.join("\n"));
  }
  // One text with blank lines between the passages: no statement continues in the next.
  const text = passages.join("\n\n.\n\n");
  return text === "" ? [] : [statedRelations(text, "text", definitions)];
}
