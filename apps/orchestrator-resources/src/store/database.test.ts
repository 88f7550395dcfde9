import { type Engine, openStorage, sql } from "@faculties/storage";
import { temporaryDatabaseFile, temporaryNamespace } from "@faculties/storage/testing";
import { postgresUrl } from "@faculties/testkit";
import { describe, expect, onTestFinished, test } from "vitest";
import { Ledger, type Unit } from "./database.ts";

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
  const ledger = new Ledger({
    storage,
    now: () => 0,
    writer: "process",
    maxEventHistory: 10,
    onCommit: () => undefined,
    tryAgainMs,
    log: { warn: (message) => void warnings.push(message) },
  });
  return { ledger, storage, warnings };
}

const note =
  (id: string, body = "") =>
  ({ tx }: Unit) =>
    tx.run(sql`insert into notes (id, body) values (${id}, ${body})`).then(() => id);

/** Takes too long every time: on PostgreSQL a statement does, on SQLite the body itself. */
async function takeForever({ tx }: Unit): Promise<void> {
  if (engine === "postgres") await tx.get(sql`select pg_sleep(30)`);
  else await new Promise(() => undefined);
}

describe(`what is written down on ${engine}`, () => {
  test("is given up when it takes too long again and again", async () => {
    const { ledger, warnings } = open({ bodyLimitMs: 200 });
    let tries = 0;
    const writing = ledger.writeDown(
      async (unit) => {
        tries += 1;
        await takeForever(unit);
      },
      { locks: [] },
    );
    await expect(writing).rejects.toMatchObject({ code: "E-STORAGE-TIMEOUT" });
    expect(tries).toBe(5);
    expect(warnings).toHaveLength(1);
  });

  test("is written when it took too long only at first", async () => {
    const { ledger } = open({ bodyLimitMs: 200 });
    let tries = 0;
    const writing = ledger.writeDown(
      async (unit) => {
        tries += 1;
        if (tries < 4) await takeForever(unit);
        return note("late")(unit);
      },
      { locks: [] },
    );
    expect(await writing).toBe("late");
  });

  test("is tried once when the database refuses it", async () => {
    const { ledger, warnings } = open();
    await ledger.write(note("a"));
    await expect(ledger.writeDown(note("a"), { locks: [] })).rejects.toMatchObject({
      code: "E-STORAGE-CONSTRAINT",
    });
    expect(warnings).toEqual([]);
  });

  test("no longer waits when the server stops", async () => {
    const { ledger, warnings } = open({ bodyLimitMs: 200, tryAgainMs: 600_000 });
    const writing = ledger.writeDown(takeForever, { locks: [] });
    await expect.poll(() => warnings).toHaveLength(1);
    ledger.close();
    await expect(writing).rejects.toMatchObject({ code: "E-STORAGE-TIMEOUT" });
  });
});

test.runIf(engine === "sqlite")("what is written down waits for a full disk", async () => {
  const { ledger, storage, warnings } = open();
  const allow = (pages: number) =>
    storage.write(async (tx) => void (await tx.get(sql.raw(`pragma max_page_count = ${pages}`))));
  await storage.query((tx) => tx.get(sql`select 1`));
  await allow(1);
  const writing = ledger.writeDown(note("large", "x".repeat(100_000)), { locks: [] });
  await expect.poll(() => warnings).toHaveLength(1);
  await allow(1_000);
  expect(await writing).toBe("large");
});
