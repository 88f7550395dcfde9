import { type Engine, openStorage, sql, type Transaction } from "@faculties/storage";
import { temporaryDatabaseFile, temporaryNamespace } from "@faculties/storage/testing";
import { postgresUrl } from "@faculties/testkit";
import { describe, expect, onTestFinished, test } from "vitest";
import { Database } from "./database.ts";

const migrations = [
  {
    name: "notes",
    statements: ["create table notes (id text not null primary key, body text not null)"],
  },
];
const engine: Engine = postgresUrl() === undefined ? "sqlite" : "postgres";

function open({ bodyLimitMs = 10_000, tryAgainMs = 1 } = {}) {
  const place = engine === "sqlite" ? { file: temporaryDatabaseFile() } : temporaryNamespace();
  const storage = openStorage({ ...place, bodyLimitMs, migrations });
  onTestFinished(() => storage.close());
  const warnings: string[] = [];
  const database = new Database({
    storage,
    now: () => 0,
    writer: "process",
    maxEventHistory: 10,
    onCommit: () => undefined,
    tryAgainMs,
    log: { warn: (message) => void warnings.push(message) },
  });
  return { database, storage, warnings };
}

const note =
  (id: string, body = "") =>
  (tx: Transaction) =>
    tx.run(sql`insert into notes (id, body) values (${id}, ${body})`).then(() => id);

/** Takes too long every time: on PostgreSQL a statement does, on SQLite the body itself. */
async function takeForever(tx: Transaction): Promise<void> {
  if (engine === "postgres") await tx.get(sql`select pg_sleep(30)`);
  else await new Promise(() => undefined);
}

describe(`what is written down on ${engine}`, () => {
  test("is given up when it takes too long again and again", async () => {
    const { database, warnings } = open({ bodyLimitMs: 200 });
    let tries = 0;
    const writing = database.writeThroughOutage(
      async (tx) => {
        tries += 1;
        await takeForever(tx);
      },
      { locks: [] },
    );
    await expect(writing).rejects.toMatchObject({ code: "E-STORAGE-TIMEOUT" });
    expect(tries).toBe(5);
    expect(warnings).toHaveLength(1);
  });

  test("is written when it took too long only at first", async () => {
    const { database } = open({ bodyLimitMs: 200 });
    let tries = 0;
    const writing = database.writeThroughOutage(
      async (tx) => {
        tries += 1;
        if (tries < 4) await takeForever(tx);
        return note("late")(tx);
      },
      { locks: [] },
    );
    expect(await writing).toBe("late");
  });

  test("is tried once when the database refuses it", async () => {
    const { database, warnings } = open();
    await database.write(note("a"));
    await expect(database.writeThroughOutage(note("a"), { locks: [] })).rejects.toMatchObject({
      code: "E-STORAGE-CONSTRAINT",
    });
    expect(warnings).toEqual([]);
  });

  test("no longer waits when the server stops", async () => {
    const { database, warnings } = open({ bodyLimitMs: 200, tryAgainMs: 600_000 });
    const writing = database.writeThroughOutage(takeForever, { locks: [] });
    await expect.poll(() => warnings).toHaveLength(1);
    database.close();
    await expect(writing).rejects.toMatchObject({ code: "E-STORAGE-TIMEOUT" });
  });
});

test.runIf(engine === "sqlite")("what is written down waits for a full disk", async () => {
  const { database, storage, warnings } = open();
  const allow = (pages: number) =>
    storage.write(async (tx) => void (await tx.get(sql.raw(`pragma max_page_count = ${pages}`))));
  await storage.query((tx) => tx.get(sql`select 1`));
  await allow(1);
  const writing = database.writeThroughOutage(note("large", "x".repeat(100_000)), { locks: [] });
  await expect.poll(() => warnings).toHaveLength(1);
  await allow(1_000);
  expect(await writing).toBe("large");
});
