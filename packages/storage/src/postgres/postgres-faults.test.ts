import {
  administrate,
  type Cut,
  cuttingProxy,
  makePostgres,
  postgresUrl,
  type PostgresServer,
} from "@faculties/testkit";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { openStorage, type StorageOptions } from "../open-storage.ts";
import { nextSequence } from "../transaction.ts";
import type { Transaction, Storage } from "../storage.ts";
import { createNotes, notes } from "../testing/contract-tables.ts";
import { gate } from "../testing/gate.ts";
import { temporaryNamespace } from "../testing.ts";

const migrations = [createNotes];
const add = (id: string) => async (tx: Transaction) => {
  await tx.insert(notes).values({ id, body: id });
  return id;
};
const countNotes = (storage: Storage) => storage.query((tx) => tx.$count(notes));

function open(options: Omit<StorageOptions, "migrations">): Storage {
  const storage = openStorage({ migrations, ...options });
  onTestFinished(() => storage.close());
  return storage;
}

describe("a PostgreSQL that cannot be used", () => {
  const change = (edit: (url: URL) => void) => {
    const url = new URL(postgresUrl() ?? "");
    edit(url);
    return { url: url.href, busyTimeoutMs: 100 };
  };

  test.each([
    ["ftp://host/x", /must look like postgres:\/\//],
    ["postgres://host", /must name a database/],
    ["postgres://host/x?sslmode=maybe", /verify-full as sslmode, not maybe/],
  ])("is refused at once when its URL is %s", (url, message) => {
    expect(() => openStorage({ url, migrations })).toThrow(message);
  });

  test.each([
    ["the password is wrong", (url: URL) => void (url.password = "wr0ng"), "E-STORAGE-ACCESS"],
    ["the database is missing", (url: URL) => void (url.pathname = "/missing"), "E-STORAGE-OPEN"],
    ["nobody listens", (url: URL) => void (url.port = "1"), "E-STORAGE-UNAVAILABLE"],
    [
      "it does not speak TLS",
      (url: URL) => void (url.search = "sslmode=require"),
      "E-STORAGE-OPEN",
    ],
  ])("says why when %s, without the password", async (_, edit, code) => {
    const storage = open(change(edit));
    for (const call of [storage.write(add("a")), countNotes(storage)]) {
      const failure = await call.catch((error: unknown) => error);
      expect(failure).toMatchObject({ code });
      expect(String(failure) + storage.describe()).not.toMatch(/s3cret|wr0ng/);
    }
  });

  test("says that it is read-only", async () => {
    const place = temporaryNamespace();
    const storage = open({ ...place, busyTimeoutMs: 100 });
    await storage.write(add("a"));
    const failed = storage.write(async (tx) => {
      await tx.run(sql`set transaction read only`);
      await add("b")(tx);
    });
    await expect(failed).rejects.toMatchObject({ code: "E-STORAGE-READ-ONLY" });
    expect(await storage.write(add("c"))).toBe("c");
    expect(await countNotes(storage)).toBe(2);
  });

  test("stops a slow statement and goes on", async () => {
    const storage = open({ ...temporaryNamespace(), bodyLimitMs: 300 });
    const [slow, next] = await Promise.allSettled([
      storage.write(async (tx) => {
        await add("slow")(tx);
        await tx.get(sql`select pg_sleep(30)`);
      }),
      storage.write(add("next")),
    ]);
    expect(slow).toMatchObject({ status: "rejected", reason: { code: "E-STORAGE-TIMEOUT" } });
    expect(next).toEqual({ status: "fulfilled", value: "next" });
    await expect(storage.query((tx) => tx.get(sql`select pg_sleep(30)`))).rejects.toMatchObject({
      code: "E-STORAGE-TIMEOUT",
    });
    expect(await countNotes(storage)).toBe(1);
  });
});

describe("a PostgreSQL that is killed", () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await makePostgres();
  });
  afterAll(() => server.remove());

  test("in the middle of a transaction undoes it, and it is run again when the database is back", async () => {
    const storage = open({ url: server.url, busyTimeoutMs: 20_000 });
    await storage.write(add("before"));
    const entered = gate();
    let runs = 0;
    const writing = storage.write(async (tx) => {
      runs += 1;
      const number = await nextSequence(tx, "events");
      await add(`run-${runs}`)(tx);
      if (runs === 1) {
        entered.open();
        await server.kill();
      }
      await add("after")(tx);
      return number;
    });
    await entered.opened;
    const reading = countNotes(storage);
    await expect.poll(() => runs).toBe(1);
    await server.start();
    expect(await writing).toBe(1);
    expect(await reading).toBeGreaterThan(0);
    const rows = await storage.query((tx) => tx.select({ id: notes.id }).from(notes));
    expect(rows.map(({ id }) => id).toSorted()).toEqual(["after", "before", "run-2"]);
  });

  describe("before a commit is answered", () => {
    test.each([
      ["finds out that it happened", "after", 0, 1],
      ["finds out that it happened although others went on", "after", 20, 1],
      ["finds out that it left nothing", "before", 0, 2],
      ["does not take another transaction that has its number since for it", "before", 20, 2],
    ] as [string, Cut, number, number][])("%s", async (_, cut, others, runs) => {
      // Nothing but a commit reaches the log's file.
      await administrate(server.url, "alter system set wal_writer_delay = '10s'");
      await administrate(server.url, "select pg_reload_conf()");
      const url = new URL(server.url);
      const proxy = await cuttingProxy(Number(url.port));
      url.port = String(proxy.port);
      const place = { url: url.href, namespace: `unanswered_${cut}_${others}` };
      const storage = open({ ...place, busyTimeoutMs: 20_000 });
      await storage.write(add("before"));
      // Statements in the same packet are answered before the commit is done.
      const isDone = (answer: Buffer) => answer.includes("COMMIT");
      const sprung = proxy.cutAt((message) => message.includes("commit"), cut, isDone);
      let run = 0;
      const writing = storage.write(async (tx) => {
        run += 1;
        return add(`run-${run}`)(tx);
      });
      await sprung;
      proxy.cutOff();
      await server.kill();
      await server.start();
      const takeNumber = () => administrate(server.url, "select pg_current_xact_id()");
      await Promise.all(Array.from({ length: others }, takeNumber));
      proxy.restore();
      expect(await writing).toBe(`run-${runs}`);
      const rows = await storage.query((tx) => tx.select({ id: notes.id }).from(notes));
      expect(rows.map(({ id }) => id).toSorted()).toEqual(["before", `run-${runs}`]);
    });
  });

  test("and is a standby when it is back is read from, and written to when it is promoted", async () => {
    const storage = open({ url: server.url, namespace: "standby", busyTimeoutMs: 200 });
    await storage.write(add("a"));
    await server.kill();
    await server.startAsStandby();
    expect(await countNotes(storage)).toBe(1);
    await expect(storage.write(add("b"))).rejects.toMatchObject({ code: "E-STORAGE-READ-ONLY" });
    await administrate(server.url, "select pg_promote()");
    expect(await storage.write(add("c"))).toBe("c");
    expect(await countNotes(storage)).toBe(2);
  });

  test("and stays away is an error that says so, until it is back", async () => {
    const storage = open({ url: server.url, namespace: "away", busyTimeoutMs: 200 });
    await storage.write(add("a"));
    await server.kill();
    const unavailable = {
      code: "E-STORAGE-UNAVAILABLE",
      message: expect.stringMatching(/Check that it runs/),
    };
    await expect(storage.write(add("b"))).rejects.toMatchObject(unavailable);
    await expect(countNotes(storage)).rejects.toMatchObject(unavailable);
    await server.start();
    expect(await storage.write(add("c"))).toBe("c");
    expect(await countNotes(storage)).toBe(2);
  });
});
