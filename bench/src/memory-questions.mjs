import { readFileSync } from "node:fs";
import { identifierSets } from "./memory-identifiers.mjs";
import { paragraphWith, withTypos } from "./memory-distortions.mjs";

/** @typedef {"active" | "superseded" | "deprecated" | "draft"} Status */
/** @typedef {{ target: string, title: string, rationale: string, status?: Status }} Decision */
/** @typedef {Decision & { split: string, queries: string[], reminders: string[], recollections?: string[] }} Labelled */
/** @typedef {{ query: string, answer: string }} Question the answer is the title of a decision */
/**
 * @typedef {object} QuestionSet
 * @property {string} name
 * @property {"tuned" | "held out" | "blind"} use whether it has chosen anything
 * @property {readonly Decision[]} decisions
 * @property {readonly Question[]} questions
 * @property {"strict" | "audit"} mode
 */

/** @param {string} name */
const read = (name) =>
  JSON.parse(readFileSync(new URL(`../data/agent-memory/${name}.json`, import.meta.url), "utf8"));

/** @type {Labelled[]} */
export const labelled = read("decisions");
/** @type {string[]} */
const offTopicQuestions = read("off-topic");
/** @typedef {{ language: string, tuned: string, blind: string } & Decision} Foreign */
/** @type {Foreign[]} */
const foreign = read("languages");

/** Even ones may choose a floor, odd ones are only measured. */
export const offTopic = {
  tuned: offTopicQuestions.filter((_, place) => place % 2 === 0),
  blind: offTopicQuestions.filter((_, place) => place % 2 === 1),
};

/** @param {Labelled} one */
const ownQueries = ({ queries, reminders, recollections = [] }) => [
  ...queries,
  ...reminders,
  ...recollections,
];

/**
 * @param {string} file
 * @returns {Question[]}
 */
function questionsFrom(file) {
  const titles = new Map(labelled.map(({ target, title }) => [target, title]));
  /** @type {{ target: string, query: string }[]} */
  const asked = read(file);
  return asked.map(({ target, query }) => ({ query, answer: titles.get(target) ?? "" }));
}

/** @param {(one: Labelled) => boolean} isWanted */
const asked = (isWanted) =>
  labelled
    .filter(isWanted)
    .flatMap((one) => ownQueries(one).map((query) => ({ query, answer: one.title })));

/** @returns {QuestionSet[]} */
export function questionSets() {
  const on = (/** @type {readonly Decision[]} */ decisions) => ({ decisions, mode: "strict" });
  const main = on(labelled);
  const isOdd = (/** @type {unknown} */ _, /** @type {number} */ place) => place % 2 === 1;
  const isEven = (/** @type {unknown} */ _, /** @type {number} */ place) => place % 2 === 0;
  /** @type {any[]} */
  const sets = [
    { name: "Fresh blind", use: "blind", ...main, questions: questionsFrom("fresh") },
    { name: "Blind", use: "blind", ...main, questions: questionsFrom("blind") },
    {
      name: "Held out",
      use: "held out",
      ...main,
      questions: asked(({ split }) => split !== "dev"),
    },
    {
      name: "Development",
      use: "tuned",
      ...main,
      questions: asked(({ split }) => split === "dev"),
    },
    {
      name: "Two typos",
      use: "tuned",
      ...main,
      questions: labelled.filter(isEven).map(withTypos),
    },
    {
      name: "Two typos",
      use: "blind",
      ...main,
      questions: labelled.filter(isOdd).map(withTypos),
    },
    ...["beginning", "middle", "end"].map((place, at) => ({
      name: `Pasted paragraph, text at its ${place}`,
      use: "blind",
      ...main,
      questions: labelled.filter(isOdd).map((one, n) => paragraphWith(one, at, n)),
    })),
    ...identifierSets(),
  ];
  const withForeign = on([...labelled, ...foreign]);
  for (const language of new Set(foreign.map((one) => one.language)))
    for (const use of /** @type {const} */ (["tuned", "blind"]))
      sets.push({
        name: `In their own language: ${language}`,
        use,
        ...withForeign,
        questions: foreign
          .filter((one) => one.language === language)
          .map((one) => ({ query: one[use], answer: one.title })),
      });
  /** @type {Status[]} */
  const statuses = ["active", "superseded", "deprecated", "draft"];
  const mixed = labelled.map((one, place) => ({ ...one, status: statuses[place % 4] }));
  for (const status of statuses)
    sets.push({
      name: `Own title in audit mode: ${status}`,
      use: "blind",
      decisions: mixed,
      mode: "audit",
      questions: mixed
        .filter((one) => one.status === status)
        .map(({ title }) => ({ query: title, answer: title })),
    });
  return sets;
}
