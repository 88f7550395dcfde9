import type { Origin } from "../decision.ts";
import { readForeignBody } from "./foreign-body.ts";
import { type FrontMatter, readFrontMatter } from "./front-matter.ts";
import { inlineTokens, linkDefinitions } from "./inline-tokens.ts";
import { withoutComments } from "./markdown-lines.ts";
import { readOwnBody } from "./own-body.ts";
import { readHeading } from "./read-heading.ts";
import { recordDate, recordNumber, statusTexts } from "./record-metadata.ts";
import {
  MOST_RELATIONS,
  type Relation,
  type RelationKind,
  statedRelations,
} from "./record-relations.ts";
import { readClause } from "./relation-clause.ts";
import { recordStatus, type RecordStatus } from "./record-status.ts";
import { splitSections } from "./split-sections.ts";
import { textRelations } from "./text-relations.ts";

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
  /** Statements that may be relations and were not taken as such, as they are written. */
  unclear: string[];
};

/** A record with the file that it was read from. */
export type RecordFile = ParsedRecord & { source: string };

const KEYED_RELATIONS: [RelationKind, string[]][] = [
  ["supersedes", ["supersedes", "replaces", "obsoletes"]],
  ["superseded-by", ["superseded-by", "replaced-by", "obsoleted-by"]],
  ["amends", ["amends"]],
  ["amended-by", ["amended-by"]],
];

/** One more than are linked, so that the rest is reported. */
const MOST_VALUES = MOST_RELATIONS + 1;
const LONGEST_VALUE = 2_000;

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
    status: recordStatus(
      (values.get("status") ?? []).map((text) => statedRelations(text, "status")),
    ),
    date: recordDate(values, []),
    ...readOwnBody(body),
    relations: keyedRelations(values),
    unclear: [],
  };
}

function parseForeign(name: string, values: FrontMatter, body: string): ParsedRecord {
  const text = withoutComments(body);
  const sections = splitSections(text);
  const top = sections.find(({ level }) => level === 1) ?? sections.find(({ level }) => level > 0);
  const heading = top?.heading ?? values.get("title")?.[0] ?? name.replaceAll("-", " ");
  const { title, remark } = readHeading(heading);
  const definitions = linkDefinitions(text);
  const status = statusTexts(values, sections, top === undefined ? "" : remark).map((one) =>
    statedRelations(one, "status", definitions),
  );
  const stated = [...status, ...textRelations(sections, definitions)];
  return {
    ...shared(name, values),
    number: recordNumber(name, heading),
    title,
    status: recordStatus(status),
    date: recordDate(values, sections),
    ...readForeignBody(sections, top),
    relations: distinct([
      ...keyedRelations(values),
      ...stated.flatMap(({ relations }) => relations),
    ]),
    unclear: [...new Set(stated.flatMap(({ unclear }) => unclear))],
  };
}

function shared(name: string, values: FrontMatter) {
  const origin: Origin | undefined = values.get("origin")?.[0] === "agent" ? "agent" : undefined;
  return { name, id: values.get("id")?.[0], target: values.get("target")?.[0], origin };
}

function keyedRelations(values: FrontMatter): Relation[] {
  return KEYED_RELATIONS.flatMap(([kind, keys]) =>
    keys
      .flatMap((key) => values.get(key) ?? [])
      .slice(0, MOST_VALUES)
      .flatMap(keyedReferences)
      .map((reference) => ({ kind, ...reference })),
  );
}

/** The records that a value names, or else the value itself, which is a title then. */
function keyedReferences(given: string): Omit<Relation, "kind">[] {
  const value = given.slice(0, LONGEST_VALUE);
  const { references } = readClause(inlineTokens(value), 0, value, false);
  if (references.length === 0) return [{ reference: value.trim() }];
  return references.map(({ text, exact }) => ({ reference: text, ...(exact && { exact }) }));
}

function distinct(relations: Relation[]): Relation[] {
  return [...new Map(relations.map((one) => [`${one.kind} ${one.reference}`, one])).values()];
}
