import { randomFrom } from "./memory-distortions.mjs";

/** @import { QuestionSet } from "./memory-questions.mjs" */

const TWINS = 100;
const AREAS = [
  "billing",
  "orders",
  "search",
  "catalog",
  "identity",
  "shipping",
  "reports",
  "media",
];

/** @param {number} length @param {string} seed */
function hexOf(length, seed) {
  const random = randomFrom(seed);
  return Array.from({ length }, () => "0123456789abcdef".charAt(random(16))).join("");
}

/** @param {number} n */
const area = (n) => AREAS[n % AREAS.length] ?? "";
/** @param {number} n */
const version = (n) => [1 + Math.floor(n / 25), Math.floor(n / 5) % 5, n % 5].join(".");
/** @param {number} n */
const padded = (n) => String(n).padStart(4, "0");

/**
 * How a record is written and asked for. Each family is a whole memory of near twins.
 * @type {Record<string, { use: "tuned" | "blind", record(n: number): [target: string, title: string, rationale: string], ask(n: number): string }>}
 */
const FAMILIES = {
  "shard names": {
    use: "tuned",
    record: (n) => [
      `orders-shard-${n}`,
      `Move orders-shard-${n} to the new disks`,
      "The old disks were slow and full.",
    ],
    ask: (n) => `orders-shard-${n}`,
  },
  "record numbers": {
    use: "tuned",
    record: (n) => [
      `record ${n}`,
      `ADR-${padded(n)}: adopt the plan`,
      `Follows ADR-${padded((n + 1) % TWINS)} and ADR-${padded((n + 7) % TWINS)}.`,
    ],
    ask: (n) => `what does ADR-${n} say`,
  },
  versions: {
    use: "tuned",
    record: (n) => [
      `gateway ${version(n)}`,
      `Run the gateway at v${version(n)}`,
      `It was tested against v${version((n + 3) % TWINS)} for a week.`,
    ],
    ask: (n) => `why are we on v${version(n)}`,
  },
  functions: {
    use: "tuned",
    record: (n) => [
      `handler ${n}`,
      `Retry in handle${area(n).replace(/^./, (c) => c.toUpperCase())}Event${n}`,
      "A lost message must not lose an order.",
    ],
    ask: (n) => `handle${area(n).replace(/^./, (c) => c.toUpperCase())}Event${n}`,
  },
  hosts: {
    use: "blind",
    record: (n) => [
      `db-${area(n)}-${padded(n)}`,
      `Give db-${area(n)}-${padded(n)} more memory`,
      `Like db-${area(n + 1)}-${padded((n + 1) % TWINS)}, it ran out during the sale.`,
    ],
    ask: (n) => `db-${area(n)}-${padded(n)} memory`,
  },
  tickets: {
    use: "blind",
    record: (n) => [
      `ticket ${n}`,
      `Resolve RFC-${padded(n)} by caching`,
      `Mentioned in RFC-${padded((n + 5) % TWINS)} and RFC-${padded((n + 9) % TWINS)}.`,
    ],
    ask: (n) => `RFC ${n}`,
  },
  releases: {
    use: "blind",
    record: (n) => [
      `release ${n}`,
      `Keep imaging ${version(n)}`,
      `The tests of ${version((n + 11) % TWINS)} and ${version((n + 2) % TWINS)} failed.`,
    ],
    ask: (n) => `imaging ${version(n)}`,
  },
  columns: {
    use: "blind",
    record: (n) => [
      `column ${n}`,
      `Index the column ${area(n)}_total_${n}`,
      "Reports filter by it and took minutes.",
    ],
    ask: (n) => `is ${area(n)}_total_${n} indexed`,
  },
  paths: {
    use: "blind",
    record: (n) => [
      `src/${area(n)}/pool${n}.ts`,
      `One pool in src/${area(n)}/pool${n}.ts`,
      "Two pools opened too many connections.",
    ],
    ask: (n) => `pool${n}.ts`,
  },
  commits: {
    use: "blind",
    record: (n) => [
      `revert ${n}`,
      `Revert commit ${hexOf(12, `commit ${n}`)}`,
      "It broke the build on Mondays.",
    ],
    ask: (n) => hexOf(12, `commit ${n}`),
  },
  classes: {
    use: "blind",
    record: (n) => [
      `class ${n}`,
      `Split ${area(n).replace(/^./, (c) => c.toUpperCase())}Repository${n} in two`,
      "Reading and writing have different needs.",
    ],
    ask: (n) => `${area(n)} repository ${n}`,
  },
};

/** @returns {QuestionSet[]} */
export function identifierSets() {
  return Object.entries(FAMILIES).map(([name, { use, record, ask }]) => {
    const all = Array.from({ length: TWINS }, (_, n) => n);
    const decisions = all.map((n) => {
      const [target, title, rationale] = record(n);
      return { target, title, rationale };
    });
    const questions = all.map((n) => ({ query: ask(n), answer: record(n)[1] }));
    return { name: `Identifiers: ${name}`, use, decisions, questions, mode: "strict" };
  });
}
