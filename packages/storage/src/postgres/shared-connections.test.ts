import { administrate, createDatabase, postgresUrl } from "@faculties/testkit";
import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { openStorage } from "../open-storage.ts";
import { createNotes, notes } from "../testing/contract-tables.ts";

const STORAGES = 30;

test("many storages of one process share few connections, and never each other's data", async () => {
  const url = await createDatabase(postgresUrl() ?? "");
  const storages = Array.from({ length: STORAGES }, (_, place) => {
    const storage = openStorage({ url, namespace: `team_${place}`, migrations: [createNotes] });
    onTestFinished(() => storage.close());
    return storage;
  });
  const told = storages.map(() => 0);
  for (const [place, storage] of storages.entries()) {
    const over = new AbortController();
    onTestFinished(() => over.abort());
    const look = async () => void (told[place] = (told[place] ?? 0) + 1);
    storage.follow(look, { everyMs: 2_000_000, signal: over.signal });
  }
  const ids = await Promise.all(
    storages.map(async (storage, place) => {
      for (const round of [0, 1, 2])
        await storage.write((tx) => tx.insert(notes).values({ id: `${place} ${round}`, body: "" }));
      const read = (take: typeof storage.query) =>
        take((tx) => tx.values<[string]>(sql`select id from ${notes} order by id`));
      return (await Promise.all([read(storage.query), read(storage.read)])).map((rows) =>
        rows.flat(),
      );
    }),
  );
  const own = (place: number) => [0, 1, 2].map((round) => `${place} ${round}`);
  expect(ids).toEqual(storages.map((_, place) => [own(place), own(place)]));

  const connections = await administrate(
    url,
    "select count(*)::int as count from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
  );
  expect(connections[0]?.["count"]).toBeLessThanOrEqual(13);
  // Each looked once at the start and once when it was told that it hears; nobody hears of another's commits.
  await expect.poll(() => told).toEqual(storages.map(() => 2));
  await administrate(url, `notify faculties_team_7, 'somebody'`);
  await expect.poll(() => told).toEqual(storages.map((_, place) => (place === 7 ? 3 : 2)));

  await storages[0]?.close();
  expect(await storages[1]?.query((tx) => tx.$count(notes))).toBe(3);
});
