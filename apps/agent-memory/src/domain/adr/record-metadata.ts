import type { FrontMatter } from "./front-matter.ts";
import { recordStatus } from "./record-status.ts";
import type { Section } from "./split-sections.ts";

const STATUS_LINE = /^\s*(?:[-*+]\s+|[|>]\s*)?[*_]*status[*_]*\s*[:|][*_]*\s*(?<value>.*)$/i;
const DATE_LINE =
  /^\s*(?:[-*+]\s+|[|>]\s*)?[*_]*(?:date|decided on|last updated)[*_]*\s*[:|][*_]*\s*(?<value>.*)$/i;

const STATE_LINE = /^\s*(?:[-*+]\s+|[|>]\s*)?[*_]*state[*_]*\s*[:|][*_]*\s*(?<value>.*)$/i;
const BARE_STATUS = /^[*_`]*(?<word>[a-z]+)[*_`]*(?:[^\w]*$|[\s,(|]+(?:by|on|since|\d|\[).*$)/i;

const UNTICKED = /^\s*[-*+]\s+\[ \]/;

/** True for lines such as `Status: accepted` and `* Date: 2024-01-31`. */
export function isMetadata(line: string): boolean {
  return statusIn(line) !== undefined || DATE_LINE.test(line);
}

function statusIn(line: string): string | undefined {
  return STATUS_LINE.exec(line)?.groups?.["value"] ?? stateIn(line);
}

/** Many a text tells of some state: only a status and nothing else makes it that of the record. */
function stateIn(line: string): string | undefined {
  const value = STATE_LINE.exec(line)?.groups?.["value"];
  const word = BARE_STATUS.exec(value ?? "")?.groups?.["word"];
  return word !== undefined && recordStatus([word]) !== undefined ? value : undefined;
}

/** Every text about the status: front matter, status section, `Status:` or `State:` line, remark in the title. */
export function statusTexts(
  values: FrontMatter,
  sections: readonly Section[],
  titleRemark: string,
): string[] {
  const section = sections.find(isStatusSection);
  const inline = sections
    .flatMap(({ prose }) => prose)
    .map(statusIn)
    .find(Boolean);
  return [
    ...(values.get("status") ?? values.get("state") ?? []),
    section?.heading.slice("status".length) ?? "",
    section?.prose.filter((line) => !UNTICKED.test(line)).join("\n") ?? "",
    inline ?? "",
    titleRemark,
  ].filter((text) => text.trim() !== "");
}

export function isStatusSection({ heading }: Section): boolean {
  return /^status\b/i.test(heading);
}

export function recordDate(values: FrontMatter, sections: readonly Section[]): number | undefined {
  const lines = sections.flatMap((one) => one.lines);
  const inline = lines.map((line) => DATE_LINE.exec(line)?.groups?.["value"]).find(Boolean);
  const written = values.get("date")?.[0] ?? inline ?? "";
  const time = Date.parse(/\d{4}-\d{2}-\d{2}(?:T[\d:.]+Z)?/.exec(written)?.[0] ?? "");
  return Number.isNaN(time) ? undefined : time;
}

/** The number in the file's name or, failing that, in the heading. */
export function recordNumber(name: string, heading: string): number | undefined {
  const inName = /(?:^|[/\\])(?:adr[-_]?)?(?<number>\d+)(?=\D|$)[^/\\]*$/i.exec(name)?.groups?.[
    "number"
  ];
  const inHeading = /^(?:\[?ADR[\s#:_-]*)?(?<number>\d+)\b/i.exec(heading)?.groups?.["number"];
  const digits = inName ?? inHeading;
  return digits === undefined ? undefined : Number(digits);
}
