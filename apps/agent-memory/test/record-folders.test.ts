import fc from "fast-check";
import { expect, test } from "vitest";
import { parseRecord } from "../src/domain/adr/parse-record.ts";
import { planImport } from "../src/domain/adr/plan-import.ts";
import { slug } from "../src/domain/adr/slug.ts";

/** Words that an import could take for statements when they are parts of titles. */
const WORDS = [
  ..."Replace Replaces Replaced Replacing Amend Amends Amended Supersede Supersedes Superseded Deprecate Deprecated Obsolete Clarify Clarifies Rejected Draft Accepted".split(
    " ",
  ),
  ..."Harbor with ECR by the logging format of ADR-3 ADR 0004 and (v2) in part not this".split(" "),
  ..."Ersetzt durch Ändert Remplacé par Modifica Sustituido por Заменить 取代 置き換え".split(" "),
  "**bold**",
  "`code`",
  "C#",
  "a_b",
  "[x]",
  "“so”",
  "2024-01-02",
  "#7",
  "superseded-by",
  "draft",
  "so—called",
];

type Model = {
  titles: string[];
  links: { newer: number; older: number; amends: boolean; wording: number; side: number }[];
};

const title = fc
  .array(fc.constantFrom(...WORDS), { minLength: 2, maxLength: 6 })
  .map((words) => words.join(" "));

const model: fc.Arbitrary<Model> = fc.integer({ min: 2, max: 7 }).chain((count) =>
  fc.record({
    titles: fc.array(title, { minLength: count, maxLength: count }),
    links: fc.uniqueArray(
      fc
        .record({
          newer: fc.integer({ min: 1, max: count - 1 }),
          older: fc.nat({ max: count - 2 }),
          amends: fc.boolean(),
          wording: fc.nat({ max: 11 }),
          side: fc.nat({ max: 2 }),
        })
        .filter(({ newer, older }) => older < newer),
      { selector: ({ newer, older }) => `${newer} ${older}`, maxLength: 8 },
    ),
  }),
);

const PHRASES = [
  ["Supersedes", "Superseded by", "Amends", "Amended by"],
  ["Supercedes", "Superceded by", "Clarifies", "Clarified by"],
  ["Replaces:", "Replaced by:", "Partially supersedes", "Partially superseded by"],
  ["**Obsoletes**", "**Superseded** by", "Supersedes in part", "Superseded in part by"],
  ["Ersetzt", "Ersetzt durch", "Ändert", "Geändert durch"],
  ["Remplace", "Remplacé par", "Modifie", "Modifié par"],
] as const;

function nameOf(titles: readonly string[], at: number): string {
  return `${String(at + 1).padStart(4, "0")}-${slug(titles[at] ?? "")}`;
}

function headingOf(titles: readonly string[], at: number): string {
  return `Only ${titles[at]} everywhere${at}`;
}

/** One of the ways in which people refer to another record. */
function referenceTo(titles: readonly string[], at: number, way: number): string {
  const label = headingOf(titles, at).replaceAll("[x]", "\\[x\\]");
  const ways = [
    `[${at + 1}. ${label}](${nameOf(titles, at)}.md)`,
    `[${label}](./adr/${encodeURI(nameOf(titles, at))}.md "${slug(label)}")`,
    `[ADR-${at + 1}](${nameOf(titles, at)}.md) ${headingOf(["plain words"], 0)}`,
    `ADR-${String(at + 1).padStart(4, "0")}`,
    `[[${nameOf(titles, at)}]]`,
    `[${at + 1}. ${label}][ref-${at}]`,
  ];
  return ways[way % ways.length] ?? "";
}

function render({ titles, links }: Model, at: number): string {
  const status: string[] = [];
  const text: string[] = [];
  let isReplaced = false;
  for (const { newer, older, amends, wording, side } of links) {
    const statesIt = (newer === at && side !== 1) || (older === at && side !== 0);
    if (older === at && !amends && side !== 0) isReplaced = true;
    if (!statesIt) continue;
    const [supersedes, supersededBy, amend, amended] =
      PHRASES[wording % PHRASES.length] ?? PHRASES[0];
    const isNewer = newer === at;
    const phrase = isNewer ? (amends ? amend : supersedes) : amends ? amended : supersededBy;
    const statement = `${phrase} ${referenceTo(titles, isNewer ? older : newer, wording)}`;
    (wording % 4 === 3 ? text : status).push(statement);
  }
  const definitions = titles.map((_, one) => `[ref-${one}]: ${nameOf(titles, one)}.md`);
  return [
    `# ${at + 1}. ${headingOf(titles, at)}`,
    "## Status",
    ...(isReplaced ? [] : ["Accepted"]),
    ...status,
    "## Decision",
    `We do so, see ${referenceTo(titles, (at + 1) % titles.length, 0)}.`,
    "## Links",
    text.map((one) => `- ${one}`).join("\n"),
    ...definitions,
  ].join("\n\n");
}

test("finds every link of a folder of records, and no other", () => {
  fc.assert(
    fc.property(model, (folder) => {
      const { titles, links } = folder;
      const records = titles.map((_, at) => {
        const name = nameOf(titles, at);
        return { ...parseRecord(name, render(folder, at)), source: `/records/${name}.md` };
      });
      const plan = planImport(records, []);
      const stated = plan.links.map(
        ({ newName, oldName, kind }) => `${newName} ${kind} ${oldName}`,
      );
      const expected = links.map(
        ({ newer, older, amends }) =>
          `${nameOf(titles, newer)} ${amends ? "amends" : "supersedes"} ${nameOf(titles, older)}`,
      );
      expect(stated.toSorted()).toEqual(expected.toSorted());
      const replaced = new Set(
        links.filter(({ amends }) => !amends).map(({ older }) => nameOf(titles, older)),
      );
      expect(plan.records.map(({ name, status }) => `${name} ${status}`)).toEqual(
        plan.records.map(({ name }) => `${name} ${replaced.has(name) ? "superseded" : "active"}`),
      );
    }),
    { numRuns: 300 },
  );
});
