import type { FrontMatter } from "./front-matter.ts";
import { statusWord } from "./record-status.ts";
import type { Section } from "./split-sections.ts";

const KEY =
  /^(?:[-*+]\s{1,9}|[|>]\s{0,9})?[*_]{0,3}(?<key>status|state|date|decided on|last updated)[*_]{0,3}\s{0,9}[:|][*_]{0,3}/i;
const LONGEST_KEY = 60;
const BARE_STATUS =
  /^[*_`]{0,3}(?<word>[a-z]{1,20})[*_`]{0,3}(?:[^\w]{0,9}$|[\s,(|]{1,9}(?:by|on|since|\d|\[))/i;
const LONGEST_STATE = 200;
const MOST_VALUES = 20;
const UNTICKED = /^\s*[-*+]\s+\[ \]/;

/** True for lines such as `Status: accepted` and `* Date: 2024-01-31`. */
export function isMetadata(line: string): boolean {
  return statusIn(line) !== undefined || dateIn(line) !== undefined;
}

function statusIn(line: string): string | undefined {
  const { key, value } = keyedLine(line) ?? {};
  if (key === "status") return value;
  return key === "state" && value !== undefined && tellsStatus(value) ? value : undefined;
}

function dateIn(line: string): string | undefined {
  const { key, value } = keyedLine(line) ?? {};
  return key === "status" || key === "state" ? undefined : value;
}

function keyedLine(line: string): { key: string; value: string } | undefined {
  if (line.length < "date:".length) return undefined;
  const text = line.trim();
  const match = KEY.exec(text.slice(0, LONGEST_KEY));
  const key = match?.groups?.["key"];
  if (match === null || key === undefined) return undefined;
  return { key: key.toLowerCase(), value: text.slice(match[0].length).trim() };
}

/** Many a text tells of some state: only a status and nothing else makes it that of the record. */
function tellsStatus(value: string): boolean {
  const word = BARE_STATUS.exec(value.slice(0, LONGEST_STATE))?.groups?.["word"];
  return word !== undefined && isStatus(word);
}

function isStatus(word: string): boolean {
  return statusWord(word) !== undefined || /^(?:supersed|superced|replac|obsolet)ed$/i.test(word);
}

/** Every text about the status: front matter, status section, `Status:` or `State:` line, remark in the title. */
export function statusTexts(
  values: FrontMatter,
  sections: readonly Section[],
  titleRemark: string,
): string[] {
  const section = sections.find(isStatusSection);
  const inline = firstIn(sections, statusIn);
  return [
    ...(values.get("status") ?? values.get("state") ?? []).slice(0, MOST_VALUES),
    section?.heading.slice("status".length) ?? "",
    section?.prose.filter((line) => !UNTICKED.test(line)).join("\n") ?? "",
    inline ?? "",
    titleRemark,
  ].filter((text) => text.trim() !== "");
}

function firstIn(
  sections: readonly Section[],
  read: (line: string) => string | undefined,
): string | undefined {
  for (const { prose } of sections)
    for (const line of prose) {
      const value = read(line);
      if (value) return value;
    }
  return undefined;
}

export function isStatusSection({ heading }: Section): boolean {
  return /^status\b/i.test(heading);
}

export function recordDate(values: FrontMatter, sections: readonly Section[]): number | undefined {
  const written = values.get("date")?.[0] ?? firstIn(sections, dateIn) ?? "";
  const time = Date.parse(/\d{4}-\d{2}-\d{2}(?:T[\d:.]{1,20}Z)?/.exec(written)?.[0] ?? "");
  return Number.isNaN(time) ? undefined : time;
}

/** The number in the file's name or, failing that, in the heading. */
export function recordNumber(name: string, heading: string): number | undefined {
  const inName = /^(?:adr[-_]?)?(?<number>\d{1,9})(?!\d)/i.exec(lastPart(name))?.groups?.["number"];
  const inHeading = /^(?:\[?ADR[\s#:_-]{0,9})?(?<number>\d{1,9})\b/i.exec(heading)?.groups?.[
    "number"
  ];
  const digits = inName ?? inHeading;
  return digits === undefined ? undefined : Number(digits);
}

function lastPart(path: string): string {
  return path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
}
