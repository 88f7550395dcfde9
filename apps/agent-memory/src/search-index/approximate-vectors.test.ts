import { createHash } from "node:crypto";
import { PGlite } from "@electric-sql/pglite";
import { vector } from "@electric-sql/pglite-pgvector";
import { PGLiteSocketServer } from "@electric-sql/pglite-socket";
import { openStorage, sql, type Storage } from "@faculties/storage";
import { expect, onTestFinished, test } from "vitest";
import { storageOn } from "@faculties/storage/testing";
import { ApproximateVectors } from "./approximate-vectors.ts";
import { createSearchIndex, type SearchIndex } from "./search-index.ts";
import {
  searchIndexMigration,
  searchTables,
  searchTermsMigration,
  searchTotalsMigration,
  searchVocabularyMigration,
} from "./search-tables.ts";
import { quantizeVector } from "./vector.ts";

const NAME = "things";
const MODEL = "it's a model";
const DIMENSIONS = 16;
const COUNT = 600;
const migrations = [
  searchIndexMigration(NAME),
  searchVocabularyMigration(NAME),
  searchTotalsMigration(NAME),
  searchTermsMigration(NAME),
];

/** A PostgreSQL with pgvector that npm brings; all its connections are one session. */
async function storageWithPgvector(): Promise<Storage> {
  const database = await PGlite.create({ extensions: { vector } });
  const server = new PGLiteSocketServer({ db: database, port: 0, maxConnections: 10 });
  await server.start();
  const url = `postgres://postgres@${server.getServerConn()}/postgres`;
  const storage = openStorage({ url, namespace: NAME, migrations, readers: 1 });
  onTestFinished(async () => {
    await storage.close();
    await server.stop();
    await database.close();
  });
  return storage;
}

function vectorOf(seed: number): Float32Array {
  let state = seed * 7919 + 1;
  return Float32Array.from({ length: DIMENSIONS }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647 - 0.5;
  });
}

/** As an earlier version named the index of these vectors. */
const OUTDATED = `${NAME}_nearest_${createHash("sha256").update(`${MODEL} ${DIMENSIONS}`).digest("hex").slice(0, 12)}`;

async function nearestIndexes(storage: Storage): Promise<string[]> {
  const rows = await storage.query((db) =>
    db.values<[string]>(
      sql`select indexname from pg_indexes where starts_with(indexname, ${`${NAME}_nearest_`})`,
    ),
  );
  return rows.map(([name]) => name);
}

/** Three of a hundred are drafts, the others in force or old. */
function facetOf(place: number): string {
  if (place % 33 === 0) return "draft";
  return place % 3 === 0 ? "old" : "active";
}

async function fill(storage: Storage, index: SearchIndex): Promise<void> {
  await storage.write(async (db) => {
    for (let place = 0; place < COUNT; place += 1) {
      await index.add(db, { id: `d${place}`, facet: facetOf(place), text: `number ${place}` });
    }
    const entries = Array.from({ length: COUNT }, (_, place) => ({
      id: `d${place}`,
      vector: quantizeVector(vectorOf(place)),
    }));
    await index.putVectors(db, MODEL, entries);
  });
}

test("finds by pgvector what comparing with every vector finds, with the same scores", async () => {
  const storages = [await storageWithPgvector(), storageOn("sqlite", migrations)] as const;
  const [index, exact] = [
    createSearchIndex(storages[0], { name: NAME }),
    createSearchIndex(storages[1], { name: NAME }),
  ];
  await fill(storages[0], index);
  await fill(storages[1], exact);
  const approximate = new ApproximateVectors(storages[0], searchTables(NAME), {
    name: NAME,
    model: MODEL,
    worthwhile: COUNT,
    few: 30,
  });
  const nearest = (seed: number, limit: number, facets?: string[]) =>
    approximate.nearest({ vector: vectorOf(seed), limit, facets });
  await storages[0].maintain("what an earlier version built", async (command) => {
    await command(`create index ${OUTDATED} on ${NAME}_vectors (change)`);
  });
  expect(await nearest(1_000, 5)).toBeUndefined();
  await expect.poll(() => nearest(1_000, 5), { timeout: 30_000 }).toBeDefined();
  expect(await nearestIndexes(storages[0])).toEqual([`${OUTDATED}_24_128`]);

  const searches: [number, number, string[]?][] = [
    [1_001, 5],
    [1_002, 20, ["active"]],
    [1_003, 20, ["old", "draft"]],
    [1_004, 10, ["draft"]],
    [1_005, 60, ["draft"]],
    [1_006, 10, ["none"]],
  ];
  for (const [seed, limit, facets] of searches) {
    const wanted = await exact.nearest(MODEL, vectorOf(seed), {
      limit,
      ...(facets && { facets }),
    });
    expect(await nearest(seed, limit, facets)).toEqual(wanted);
  }

  const near = quantizeVector(vectorOf(1_002));
  await storages[0].write((db) => index.putVectors(db, MODEL, [{ id: "d1", vector: near }]));
  expect((await nearest(1_002, 1, ["active"]))?.[0]?.id).toBe("d1");
  await storages[0].write((db) => index.setFacet(db, "d1", "old"));
  expect((await nearest(1_002, 1, ["active"]))?.[0]?.id).not.toBe("d1");
  expect((await nearest(1_002, 1, ["old"]))?.[0]?.id).toBe("d1");
  await storages[0].write((db) => index.remove(db, "d1"));
  expect((await nearest(1_002, 1))?.[0]?.id).not.toBe("d1");
  expect(await storages[0].integrityProblems()).toEqual([]);

  const fresh = new ApproximateVectors(storages[0], searchTables(NAME), {
    name: NAME,
    model: MODEL,
  });
  const query = { vector: vectorOf(1_001), limit: 5, facets: undefined };
  const [first, second] = await Promise.all([fresh.nearest(query), fresh.nearest(query)]);
  expect(first).toHaveLength(5);
  expect(second).toEqual(first);
  await expect(fresh.nearest({ ...query, signal: AbortSignal.abort() })).rejects.toThrow(/abort/);
}, 60_000);

test("leaves it to others where the database has no pgvector, and where vectors are few", async () => {
  const storage = storageOn("postgres", migrations);
  const index = createSearchIndex(storage, { name: NAME });
  await fill(storage, index);
  const options = { name: NAME, model: MODEL };
  for (const worthwhile of [1, COUNT + 1]) {
    const approximate = new ApproximateVectors(storage, searchTables(NAME), {
      ...options,
      worthwhile,
    });
    const query = { vector: vectorOf(1), limit: 3, facets: undefined };
    expect(await approximate.nearest(query)).toBeUndefined();
  }
  const [hit] = await index.nearest(MODEL, vectorOf(1), { limit: 1 });
  expect(hit?.id).toBe("d1");
});
