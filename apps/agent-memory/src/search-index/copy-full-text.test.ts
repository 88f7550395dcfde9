import { type CopyReport, openStorage, type Storage } from "@faculties/storage";
import { temporaryDatabaseFile, temporaryNamespace } from "@faculties/storage/testing";
import { expect, onTestFinished, test } from "vitest";
import { createSearchIndex, type SearchIndex } from "./search-index.ts";
import {
  searchIndexMigration,
  searchTermsMigration,
  searchTotalsMigration,
  searchVocabularyMigration,
} from "./search-tables.ts";

const migrations = [
  searchIndexMigration("notes"),
  searchVocabularyMigration("notes"),
  searchTotalsMigration("notes"),
  searchTermsMigration("notes"),
];
const TEXTS = ["the queue is NATS", "Kafka, Kafka and Kafka", "東京の天気", "queue of queues", ""];

function open(place: { file?: string; url?: string; namespace: string }): Storage {
  const storage = openStorage({ ...place, migrations });
  onTestFinished(() => storage.close());
  return storage;
}

async function fill(source: Storage): Promise<void> {
  const index = createSearchIndex(source, { name: "notes" });
  await source.write(async (tx) => {
    for (const [number, text] of TEXTS.entries()) {
      await index.put(tx, { id: `n${number}`, facet: "note", text });
    }
    await index.put(tx, { id: "n3", facet: "note", text: "a queue of lists" });
    await index.remove(tx, "n1");
    await index.putVectors(tx, "m", [{ id: "n0", vector: Float32Array.of(0.6, 0.8) }]);
  });
}

async function found(index: SearchIndex) {
  const options = { limit: 10 };
  return {
    queue: await index.matchText("queue", options),
    kafka: await index.matchText("kafka", options),
    weather: await index.matchText("天気", options),
    near: await index.nearest("m", Float32Array.of(1, 0), options),
    missing: await index.idsWithoutVector("m", 10),
  };
}

test("a search index that is copied to PostgreSQL finds the same, and can be changed", async () => {
  const { url, namespace } = temporaryNamespace();
  const source = open({ file: temporaryDatabaseFile(), namespace });
  await fill(source);
  const before = await found(createSearchIndex(source, { name: "notes" }));
  const reports: CopyReport[] = [];
  await source.copyTo(url, { report: (report) => reports.push(report) });
  expect(reports.filter(({ step }) => step === "verify").map(({ part, of }) => [part, of])).toEqual(
    [
      ["notes_documents", 5],
      ["notes_vectors", 1],
      ["sequences", 2],
      ["notes_text", 4],
    ],
  );

  const target = open({ url, namespace });
  const index = createSearchIndex(target, { name: "notes" });
  const after = await found(index);
  expect(after).toMatchObject({ ...before, queue: before.queue.map(({ id }) => ({ id })) });
  for (const [rank, { score }] of after.queue.entries()) {
    expect(score).toBeCloseTo(before.queue[rank]?.score ?? NaN, 10);
  }
  await target.write((tx) => index.put(tx, { id: "n9", facet: "note", text: "kafka" }));
  expect(await index.matchText("kafka", { limit: 1 })).toMatchObject([{ id: "n9" }]);
  await target.write((tx) => index.remove(tx, "n0"));
  expect(await index.matchText("NATS", { limit: 1 })).toEqual([]);
});
