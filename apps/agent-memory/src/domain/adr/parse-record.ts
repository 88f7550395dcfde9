import type { Origin } from "../decision.ts";
import { cleanTitle } from "./clean-title.ts";
import { readForeignBody } from "./foreign-body.ts";
import { type FrontMatter, readFrontMatter } from "./front-matter.ts";
import { readOwnBody } from "./own-body.ts";
import { recordDate, recordNumber, statusWords, titleRemark } from "./record-metadata.ts";
import {
  recordRelations,
  type Relation,
  type RelationKind,
  references,
} from "./record-relations.ts";
import { recordStatus, type RecordStatus } from "./record-status.ts";
import { type Section, splitSections } from "./split-sections.ts";

export type ParsedRecord = {
  /** The file's name without folder and extension. */
  name: string;
  number: number | undefined;
  id: string | undefined;
  title: string;
  target: string | undefined;
  origin: Origin | undefined;
  status: RecordStatus | undefined;
  date: number | undefined;
  rationale: string;
  consequences: string[];
  relations: Relation[];
};

/** A record with the file that it was read from. */
export type RecordFile = ParsedRecord & { source: string };

const RELATION_LINE =
  /^\s*(?:[-*+]\s+|>\s*)?[*_[]*(?:partly|partially|in part|supersed|superced|replac(?:ed|es)\b|obsolet|amend|clarif)/i;
const KEYED_RELATIONS: [RelationKind, string[]][] = [
  ["supersedes", ["supersedes", "replaces", "obsoletes"]],
  ["superseded-by", ["superseded-by", "replaced-by", "obsoleted-by"]],
  ["amends", ["amends"]],
  ["amended-by", ["amended-by"]],
];

/** Reads a decision record in any of the usual Markdown conventions. */
export function parseRecord(name: string, text: string): ParsedRecord {
  const { values, body } = readFrontMatter(text);
  return values.has("agent-memory")
    ? parseOwn(name, values, body)
    : parseForeign(name, values, body);
}

function parseOwn(name: string, values: FrontMatter, body: string): ParsedRecord {
  return {
    ...shared(name, values),
    number: recordNumber(name, ""),
    title: values.get("title")?.[0] ?? name,
    status: recordStatus(values.get("status")?.[0] ?? ""),
    date: recordDate(values, []),
    ...readOwnBody(body),
    relations: keyedRelations(values),
  };
}

function parseForeign(name: string, values: FrontMatter, body: string): ParsedRecord {
  const sections = splitSections(body.replaceAll(/<!--[\s\S]*?-->/g, ""));
  const top = sections.find(({ level }) => level === 1) ?? sections.find(({ level }) => level > 0);
  const heading = top?.heading ?? values.get("title")?.[0] ?? name.replaceAll("-", " ");
  const status = statusWords(values, sections, top);
  return {
    ...shared(name, values),
    number: recordNumber(name, heading),
    title: cleanTitle(heading),
    status: recordStatus(status),
    date: recordDate(values, sections),
    ...readForeignBody(sections, top),
    relations: distinct([
      ...keyedRelations(values),
      ...recordRelations(status),
      ...lineRelations(sections, heading),
    ]),
  };
}

function shared(name: string, values: FrontMatter) {
  const origin: Origin | undefined = values.get("origin")?.[0] === "agent" ? "agent" : undefined;
  return { name, id: values.get("id")?.[0], target: values.get("target")?.[0], origin };
}

function lineRelations(sections: readonly Section[], heading: string): Relation[] {
  const lines = sections.flatMap((one) => one.lines).filter((line) => RELATION_LINE.test(line));
  return [titleRemark(heading), ...lines].flatMap(recordRelations);
}

function keyedRelations(values: FrontMatter): Relation[] {
  return KEYED_RELATIONS.flatMap(([kind, keys]) =>
    keys
      .flatMap((key) => values.get(key) ?? [])
      .flatMap((value) => {
        const found = references(value);
        return (found.length > 0 ? found : [value.trim()]).map((reference) => ({
          kind,
          reference,
        }));
      }),
  );
}

function distinct(relations: Relation[]): Relation[] {
  return [...new Map(relations.map((one) => [`${one.kind} ${one.reference}`, one])).values()];
}
