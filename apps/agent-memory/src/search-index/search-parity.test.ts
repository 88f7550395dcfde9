import fc from "fast-check";
import { expect, test } from "vitest";
import type { Engine } from "@faculties/storage";
import { storageOn } from "@faculties/storage/testing";
import { createSearchIndex } from "./search-index.ts";
import {
  searchIndexMigration,
  searchTermsMigration,
  searchTotalsMigration,
  searchVocabularyMigration,
} from "./search-tables.ts";

const migrations = [
  searchIndexMigration("things"),
  searchVocabularyMigration("things"),
  searchTotalsMigration("things"),
  searchTermsMigration("things"),
];

function open(engine: Engine) {
  const storage = storageOn(engine, migrations);
  return { storage, index: createSearchIndex(storage, { name: "things" }) };
}

const VOCABULARY =
  "caching cached caches server servers database relational decision the of café cafe 東京都 京都 базу базой ﬁle 42 v2 𝒳 it's ADR-0031 ADR-31 v1.2.3 orders-shard-7 OrdersShard7 US us databse die Zahlungen Zahlung der und сервер a3f9c2e1d0".split(
    " ",
  );
const text = fc.oneof(
  { weight: 4, arbitrary: fc.array(fc.constantFrom(...VOCABULARY), { maxLength: 12 }) },
  {
    weight: 1,
    arbitrary: fc.array(fc.string({ unit: "grapheme", maxLength: 8 }), { maxLength: 4 }),
  },
);
const id = fc.integer({ min: 0, max: 20 }).map((number) => `d${number}`);
const facet = fc.constantFrom("active", "draft");
const change = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant("put" as const), id, facet, text }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("facet" as const), id, facet }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("remove" as const), id }) },
);

test("gives the same documents in the same order with the same scores on both engines", async () => {
  const both = [open("sqlite"), open("postgres")];
  const search = fc.record({
    query: text,
    limit: fc.integer({ min: 1, max: 12 }),
    some: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(change, { maxLength: 12 }),
      fc.array(search, { maxLength: 4 }),
      async (changes, searches) => {
        const answers = await Promise.all(
          both.map(async ({ storage, index }) => {
            await storage.write(async (tx) => {
              for (const step of changes) {
                if (step.do === "remove") await index.remove(tx, step.id);
                else if (step.do === "facet") await index.setFacet(tx, step.id, step.facet);
                else await index.put(tx, { ...step, text: step.text.join(" ") });
              }
            });
            const found = [];
            for (const { query, limit, some } of searches) {
              const facets = some ? { facets: ["active"] } : {};
              const parsed = await index.parse(query.join(" "));
              const hits = await index.matchText(parsed, { limit, ...facets });
              const shares = await index.wordShares(parsed, [...hits.map((hit) => hit.id), "d0"]);
              found.push({ parsed, hits, shares });
            }
            return found.map(({ parsed, hits, shares }) => ({
              parsed,
              hits: hits.map((hit) => ({ ...hit, score: hit.score.toPrecision(12) })),
              shares: [...shares].map(([of, share]) => [of, share.toPrecision(12)]).toSorted(),
            }));
          }),
        );
        expect(answers[1]).toEqual(answers[0]);
      },
    ),
    { numRuns: 60 },
  );
});
