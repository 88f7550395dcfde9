import { seededRandom } from "@faculties/testkit";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Engine } from "@faculties/storage";
import { storageOn } from "@faculties/storage/testing";
import { matchAllButOne, matchTwo } from "./plan-common-terms.ts";
import { matchTerms } from "./match-terms.ts";
import { createFullText, createSearchIndex } from "./search-index.ts";
import {
  searchIndexMigration,
  searchTermsMigration,
  searchTotalsMigration,
  searchVocabularyMigration,
} from "./search-tables.ts";
import type { TermIndex } from "./term-index.ts";

const DOCUMENTS = 400;
// From a word that hardly occurs to one that is everywhere.
const SHARES = [0.005, 0.02, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.6, 1];
const WORDS = SHARES.map((_, place) => `term${place}`);

/** The index without its way to look at the newest documents alone. */
function everything(index: TermIndex): TermIndex {
  const { size, totals, budget } = index;
  return {
    size,
    totals,
    budget,
    frequency: (term) => index.frequency(term),
    best: (groups, limit) => index.best(groups, limit),
    newest: (groups, limit) => index.newest(groups, limit),
    score: (terms, ids) => index.score(terms, ids),
    similar: (range) => index.similar(range),
  };
}

async function createCorpus(engine: Engine) {
  const storage = storageOn(engine, [
    searchIndexMigration("things"),
    searchVocabularyMigration("things"),
    searchTotalsMigration("things"),
    searchTermsMigration("things"),
  ]);
  const index = createSearchIndex(storage, { name: "things" });
  const random = seededRandom(11);
  const texts = Array.from({ length: DOCUMENTS }, () =>
    WORDS.flatMap((word, place) =>
      random() < SHARES[place]! ? [word, ...(random() < 0.3 ? [word] : [])] : [],
    ),
  );
  await storage.write(async (tx) => {
    for (const [place, words] of texts.entries()) {
      await index.put(tx, { id: `d${place}`, facet: "all", text: words.join(" ") });
    }
  });
  return { storage, texts };
}

describe.each<Engine>(["sqlite", "postgres"])("terms in %s", (engine) => {
  test("scores as a full search does, and misses nothing that has every word", async () => {
    const { storage, texts } = await createCorpus(engine);
    const fullText = createFullText(engine, "things");
    const query = fc.subarray([...WORDS, "absent"], { minLength: 1, maxLength: 6 });
    const budget = fc.record({
      fullScanDocs: fc.integer({ min: 1, max: 500 }),
      scoredDocs: fc.integer({ min: 1, max: 500 }),
      rareDocs: fc.integer({ min: 0, max: 80 }),
    });
    await fc.assert(
      fc.asyncProperty(
        query,
        budget,
        fc.integer({ min: 1, max: 30 }),
        async (terms, limits, limit) => {
          const { exact, planned } = await storage.read(async (tx) => {
            const index = everything(await fullText.terms(tx, undefined));
            return {
              exact: await index.best([terms], DOCUMENTS),
              planned: await matchTerms(index, terms, limit, limits),
            };
          });
          const scores = new Map(exact.map(({ id, score }) => [id, score]));
          for (const { id, score } of planned) expect(score).toBeCloseTo(scores.get(id)!, 3);
          if (limits.fullScanDocs >= DOCUMENTS) expect(planned).toEqual(exact.slice(0, limit));

          const lowest = planned.length < limit ? 0 : planned.at(-1)!.score;
          const found = new Set(planned.map(({ id }) => id));
          const complete = exact.filter(({ id }) => {
            const words = texts[Number(id.slice(1))]!;
            return terms.every((term) => words.includes(term));
          });
          const missed = complete.filter(
            ({ id, score }) => score > lowest + 0.001 && !found.has(id),
          );
          expect(missed).toEqual([]);
        },
      ),
      { numRuns: 150 },
    );
  });

  test.each([
    ["two", matchTwo, () => 2],
    ["all but one", matchAllButOne, (count: number) => count - 1],
  ])("finds the best documents with %s of the words", async (_, match, required) => {
    const { storage, texts } = await createCorpus(engine);
    const fullText = createFullText(engine, "things");
    await fc.assert(
      fc.asyncProperty(
        fc.subarray(WORDS, { minLength: 2, maxLength: 7 }),
        fc.integer({ min: 1, max: 40 }),
        async (words, limit) => {
          const terms = words.map((text) => ({ text, frequency: 1, weight: 1 }));
          const { exact, found } = await storage.read(async (tx) => {
            const index = await fullText.terms(tx, undefined);
            return {
              exact: await index.best([words], DOCUMENTS),
              found: await match(index, terms, limit),
            };
          });
          const expected = exact.filter(({ id }) => {
            const present = words.filter((word) => texts[Number(id.slice(1))]!.includes(word));
            return present.length >= required(words.length);
          });
          const scores = (hits: typeof exact) => hits.map(({ score }) => score.toFixed(6));
          expect(scores(found)).toEqual(scores(expected.slice(0, limit)));
        },
      ),
      { numRuns: 60 },
    );
  });

  test("scores no more of the documents with a common word than the newest, where it says so", async () => {
    const { storage, texts } = await createCorpus(engine);
    const fullText = createFullText(engine, "things");
    const [word, budget] = ["term9", { fullScanDocs: 1, scoredDocs: 40, rareDocs: 0 }];
    const { exact, planned, isBounded } = await storage.read(async (tx) => {
      const index = await fullText.terms(tx, undefined);
      return {
        exact: await index.best([[word]], DOCUMENTS),
        planned: await matchTerms(index, [word], 10, budget),
        isBounded: index.latest !== undefined,
      };
    });
    const having = texts.filter((words) => words.includes(word)).length;
    const first = isBounded ? DOCUMENTS - Math.ceil((DOCUMENTS * budget.scoredDocs) / having) : 0;
    const newest = exact.filter(({ id }) => Number(id.slice(1)) >= first);
    expect(isBounded).toBe(engine === "postgres");
    expect(planned).toEqual(newest.slice(0, 10));
  });
});
