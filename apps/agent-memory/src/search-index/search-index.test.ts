import { seededRandom } from "@faculties/testkit";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Engine, Storage } from "@faculties/storage";
import { storageOn, temporaryPlace } from "@faculties/storage/testing";
import type { SearchDocument } from "./documents.ts";
import { createSearchIndex, type SearchIndex, type SearchOptions } from "./search-index.ts";
import {
  searchIndexMigration,
  searchTermsMigration,
  searchTotalsMigration,
  searchVocabularyMigration,
} from "./search-tables.ts";
import { quantizeVector } from "./vector.ts";

const migrations = [
  searchIndexMigration("things"),
  searchVocabularyMigration("things"),
  searchTotalsMigration("things"),
  searchTermsMigration("things"),
];
const MODEL = "test-model";

function indexOn(storage: Storage) {
  return { storage, index: createSearchIndex(storage, { name: "things" }) };
}

async function put(storage: Storage, index: SearchIndex, ...documents: Partial<SearchDocument>[]) {
  await storage.write(async (tx) => {
    for (const [place, document] of documents.entries()) {
      await index.put(tx, { id: `d${place}`, facet: "active", text: "", ...document });
    }
  });
}

const idsOf = (hits: { id: string }[]) => hits.map(({ id }) => id);
const match = (index: SearchIndex, query: string, options: SearchOptions) =>
  index.matchText(query, options);
const cosine = (left: Float32Array, right: Float32Array) => {
  const dot = (a: Float32Array, b: Float32Array) =>
    a.reduce((sum, value, index) => sum + value * b[index]!, 0);
  const length = Math.sqrt(dot(left, left) * dot(right, right));
  return length === 0 ? 0 : dot(left, right) / length;
};

describe.each<Engine>(["sqlite", "postgres"])("%s", (engine) => {
  const createIndex = () => indexOn(storageOn(engine, migrations));

  describe("full-text search", () => {
    test("ranks by how well the words match, whatever their endings, accents and case", async () => {
      const { storage, index } = createIndex();
      await put(
        storage,
        index,
        { text: "Caching responses in the café server" },
        { text: "Cached responses" },
        { text: "Unrelated words about trees" },
      );
      const hits = await match(index, "the CACHES of a cafe", { limit: 10 });
      expect(idsOf(hits)).toEqual(["d0", "d1"]);
      expect(hits[0]!.score).toBeGreaterThan(hits[1]!.score);
      expect(hits[1]!.score).toBeGreaterThan(0);
    });

    test.each([
      ["東京都庁舎の設計", "京都"],
      ["データベースを選ぶ", "ベース"],
      ["데이터베이스를 선택", "베이스"],
      ["เลือกฐานข้อมูล", "ข้อมูล"],
      ["выбираем базу данных", "БАЗУ"],
      ["हम डेटाबेस चुनते हैं", "डेटाबेस"],
      ["اختيار قاعدة البيانات", "قاعدة"],
      ["ﬁle Ｓｙｓｔｅｍ", "file system"],
      ["e\u0301tat ge\u0301ne\u0301ral", "général"],
    ])("finds in %s the part %s", async (text, query) => {
      const { storage, index } = createIndex();
      await put(storage, index, { text }, { text: "something else, 別の物, другое" });
      expect(idsOf(await match(index, query, { limit: 5 }))).toEqual(["d0"]);
    });

    test("takes any text as a query", async () => {
      const { storage, index } = createIndex();
      await put(storage, index, { text: "needle in NEAR OR AND NOT a haystack" });
      const long = `${"a\u0000b\"c' ".repeat(20_000)} needle`;
      for (const query of [
        "",
        " ",
        '"',
        "'; drop table x",
        "NEAR(",
        "a OR",
        "-x",
        "c:needle",
        "*",
        long,
      ]) {
        expect(await match(index, query, { limit: 5 })).toBeInstanceOf(Array);
      }
      expect(idsOf(await match(index, 'needle" OR NEAR(* ^^ 🚀', { limit: 5 }))).toEqual(["d0"]);
      await fc.assert(
        fc.asyncProperty(fc.string({ unit: "binary" }), async (query) => {
          const hits = await match(index, query, { limit: 5 });
          expect(hits.length).toBeLessThanOrEqual(1);
        }),
      );
    });

    test("filters by facet before it limits", async () => {
      const { storage, index } = createIndex();
      const crowd = Array.from({ length: 40 }, (_, place) => ({
        id: `old${place}`,
        facet: "superseded",
        text: "cache cache cache",
      }));
      await put(storage, index, ...crowd, { id: "new", text: "a cache among many other words" });
      const matchIn = (facets?: string[]) =>
        match(index, "cache", { limit: 3, ...(facets && { facets }) });
      expect(idsOf(await matchIn(["active"]))).toEqual(["new"]);
      expect(idsOf(await matchIn(["superseded"]))).toEqual(["old39", "old38", "old37"]);
      expect(idsOf(await matchIn(["active", "superseded"]))).toEqual(idsOf(await matchIn()));
      expect(await matchIn([])).toEqual([]);
      await storage.write((tx) => index.setFacet(tx, "old7", "active"));
      expect(idsOf(await matchIn(["active"]))).toEqual(["old7", "new"]);
    });

    test("follows changed and removed documents, and undone changes leave no trace", async () => {
      const { storage, index } = createIndex();
      await put(storage, index, { text: "apple" }, { text: "banana" });
      await put(storage, index, { text: "cherry" });
      await storage.write((tx) => index.remove(tx, "d1"));
      await storage.write((tx) => index.remove(tx, "unknown"));
      const undone = storage.write(async (tx) => {
        await index.put(tx, { id: "d9", facet: "active", text: "apple banana" });
        throw new Error("undo");
      });
      await expect(undone).rejects.toThrow("undo");
      expect(await match(index, "apple banana", { limit: 5 })).toEqual([]);
      expect(idsOf(await match(index, "cherry", { limit: 5 }))).toEqual(["d0"]);
      await put(storage, index, {}, { text: "banana again" });
      expect(idsOf(await match(index, "banana", { limit: 5 }))).toEqual(["d1"]);
    });
  });

  describe("nearest neighbours", () => {
    const coordinate = fc.float({ min: -1, max: 1, noNaN: true });
    const vectorOf = (length: number) =>
      fc
        .array(coordinate, { minLength: length, maxLength: length })
        .map((values) => Float32Array.from(values));

    test("are those of the highest cosine, by facet, ties by age", async () => {
      const document = fc.record({
        facet: fc.constantFrom("active", "draft"),
        vector: vectorOf(5),
      });
      await fc.assert(
        fc.asyncProperty(
          fc.array(document, { maxLength: 30 }),
          vectorOf(5),
          async (documents, query) => {
            const { storage, index } = createIndex();
            const all = documents.map((entry, place) => ({ ...entry, id: `d${place}` }));
            await put(storage, index, ...documents.map(({ facet }) => ({ facet })));
            await storage.write((tx) => index.putVectors(tx, MODEL, all));
            const expected = all
              .filter(({ facet }) => facet === "active")
              .map(({ id, vector }) => ({ id, score: cosine(query, vector) }));
            const hits = await index.nearest(MODEL, query, { limit: 8, facets: ["active"] });
            expect(hits).toHaveLength(Math.min(8, expected.length));
            const best = expected.map(({ score }) => score).toSorted((left, right) => right - left);
            for (const [place, { id, score }] of hits.entries()) {
              expect(score).toBeCloseTo(best[place]!, 5);
              expect(score).toBeCloseTo(expected.find((entry) => entry.id === id)!.score, 5);
            }
            const sorted = hits.toSorted((a, b) => b.score - a.score || b.document - a.document);
            expect(hits).toEqual(sorted);
            await storage.close();
          },
        ),
        { numRuns: 30 },
      );
    });

    test("are nearly the same with vectors of small integers", async () => {
      const { storage, index } = createIndex();
      const random = seededRandom(7);
      const entries = Array.from({ length: 500 }, (_, place) => ({
        id: `d${place}`,
        vector: Float32Array.from({ length: 64 }, () => random() - 0.5),
      }));
      await put(storage, index, ...entries.map(() => ({})));
      await storage.write(async (tx) => {
        await index.putVectors(tx, MODEL, entries);
        const small = entries.map(({ id, vector }) => ({ id, vector: quantizeVector(vector) }));
        await index.putVectors(tx, "small", small);
      });
      const query = entries[3]!.vector;
      const exact = await index.nearest(MODEL, query, { limit: 20 });
      const small = await index.nearest("small", query, { limit: 20 });
      expect(small[0]!.id).toBe("d3");
      const shared = idsOf(small).filter((id) => idsOf(exact).includes(id));
      expect(shared.length).toBeGreaterThanOrEqual(18);
    });

    test("follow the first change after they were read", async () => {
      const { storage, index } = createIndex();
      await put(storage, index, {}, {});
      const vector = Float32Array.of(1, 0);
      await storage.write((tx) => index.putVectors(tx, MODEL, [{ id: "d0", vector }]));
      const drafts = () => index.nearest(MODEL, vector, { limit: 3, facets: ["draft"] });
      expect(await drafts()).toEqual([]);
      await storage.write((tx) => index.setFacet(tx, "d0", "draft"));
      expect(idsOf(await drafts())).toEqual(["d0"]);
      await storage.write((tx) => index.putVectors(tx, MODEL, [{ id: "d1", vector }]));
      await storage.write((tx) => index.setFacet(tx, "d1", "draft"));
      expect(idsOf(await drafts())).toEqual(["d1", "d0"]);
      await storage.write((tx) => index.remove(tx, "d0"));
      expect(idsOf(await drafts())).toEqual(["d1"]);
    });

    test("follow every change of another process, whatever the order", async () => {
      const open = temporaryPlace(engine);
      const [ours, theirs] = [indexOn(open(migrations)), indexOn(open(migrations))];
      const id = fc.constantFrom("a", "b", "c", "d");
      const vector = vectorOf(3);
      const change = fc.oneof(
        fc.record({
          do: fc.constant("put" as const),
          id,
          facet: fc.constantFrom("x", "y"),
          text: fc.constantFrom("1", "2"),
        }),
        fc.record({ do: fc.constant("facet" as const), id, facet: fc.constantFrom("x", "y") }),
        fc.record({ do: fc.constant("remove" as const), id }),
        fc.record({ do: fc.constant("vector" as const), id, vector }),
      );
      type State = { facet: string; text: string; vector?: Float32Array };
      const model = new Map<string, State>();
      await fc.assert(
        fc.asyncProperty(fc.array(change, { maxLength: 8 }), async (changes) => {
          for (const step of changes) {
            const state = model.get(step.id);
            const keys = step.do === "facet" || step.do === "vector" ? { locks: [step.id] } : {};
            await theirs.storage.write(async (tx) => {
              if (step.do === "put") {
                await theirs.index.put(tx, step);
                const kept =
                  state?.text === step.text && state.vector ? { vector: state.vector } : {};
                model.set(step.id, { facet: step.facet, text: step.text, ...kept });
              } else if (step.do === "facet") {
                await theirs.index.setFacet(tx, step.id, step.facet);
                if (state) state.facet = step.facet;
              } else if (step.do === "remove") {
                await theirs.index.remove(tx, step.id);
                model.delete(step.id);
              } else {
                await theirs.index.putVectors(tx, MODEL, [step]);
                if (state) state.vector = step.vector;
              }
            }, keys);
          }
          const query = Float32Array.of(1, 0, 0);
          for (const facet of ["x", "y"]) {
            const expected = [...model].filter(
              ([, state]) => state.vector && state.facet === facet,
            );
            const hits = await ours.index.nearest(MODEL, query, { limit: 9, facets: [facet] });
            expect(idsOf(hits).toSorted()).toEqual(expected.map(([key]) => key).toSorted());
            for (const hit of hits) {
              expect(hit.score).toBeCloseTo(cosine(query, model.get(hit.id)!.vector!), 5);
            }
          }
          const without = [...model].filter(([, state]) => !state.vector).map(([key]) => key);
          expect((await ours.index.idsWithoutVector(MODEL, 9)).toSorted()).toEqual(
            without.toSorted(),
          );
          expect(await ours.index.countVectors(MODEL)).toBe(model.size - without.length);
        }),
        { numRuns: 40 },
      );
    });

    test("keep apart vectors of any length, down to the smallest numbers", async () => {
      const { storage, index } = createIndex();
      await put(storage, index, {}, {}, {});
      const entries = [
        Float32Array.of(0, 0),
        Float32Array.of(1.4e-45, 0),
        Float32Array.of(0, 3e38),
      ];
      await storage.write((tx) =>
        index.putVectors(
          tx,
          MODEL,
          entries.map((vector, place) => ({ id: `d${place}`, vector })),
        ),
      );
      expect(await index.nearest(MODEL, Float32Array.of(2e-45, 0), { limit: 3 })).toEqual([
        expect.objectContaining({ id: "d1", score: 1 }),
        expect.objectContaining({ id: "d2", score: 0 }),
        expect.objectContaining({ id: "d0", score: 0 }),
      ]);
    });

    test("can be filled in batches, each taking up where the last one ended", async () => {
      const { storage, index } = createIndex();
      await put(storage, index, ...Array.from({ length: 10 }, () => ({})));
      const batches: string[][] = [];
      for (;;) {
        const batch = await index.idsWithoutVector(MODEL, 4);
        if (batch.length === 0) break;
        batches.push(batch);
        const entries = batch.map((id) => ({ id, vector: Float32Array.of(1, 2) }));
        await storage.write((tx) => index.putVectors(tx, MODEL, entries));
        if (batches.length === 2) await put(storage, index, { id: "d0", text: "changed" });
      }
      expect(batches).toEqual([
        ["d0", "d1", "d2", "d3"],
        ["d4", "d5", "d6", "d7"],
        ["d0", "d8", "d9"],
      ]);
    });

    test("refuses vectors that cannot be compared", async () => {
      const { storage, index } = createIndex();
      await put(storage, index, {}, {});
      const store = (...vectors: (Float32Array | Int8Array)[]) =>
        storage.write((tx) =>
          index.putVectors(
            tx,
            MODEL,
            vectors.map((vector, place) => ({ id: `d${place}`, vector })),
          ),
        );
      const misuse = { code: "E-STORAGE-MISUSE" };
      await expect(store(Float32Array.of(1, 2), Float32Array.of(1))).rejects.toMatchObject(misuse);
      await expect(store(Float32Array.of(NaN, 2))).rejects.toMatchObject(misuse);
      await store(Float32Array.of(1, 2));
      await expect(store(Int8Array.of(1, 2))).rejects.toMatchObject(misuse);
      await expect(index.nearest(MODEL, Float32Array.of(1), { limit: 3 })).rejects.toMatchObject(
        misuse,
      );
      expect(await index.nearest("unknown", Float32Array.of(1), { limit: 3 })).toEqual([]);
    });
  });
});
