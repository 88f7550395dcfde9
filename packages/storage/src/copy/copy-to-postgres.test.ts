import { readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import { describe, expect, onTestFinished, test } from "vitest";
import { openStorage } from "../open-storage.ts";
import { loadSqlite } from "../sqlite/load-sqlite.ts";
import { nextSequence } from "../transaction.ts";
import type { CopyReport, Storage } from "../storage.ts";
import { createNotes, createReplies, notes, replies } from "../testing/contract-tables.ts";
import { fillEveryTable } from "../testing/fill-every-table.ts";
import { temporaryDatabaseFile, temporaryNamespace } from "../testing.ts";
import { stagingOf } from "./copy-target.ts";

const migrations = [createNotes, createReplies];

function open(place: { file?: string; url?: string; namespace: string }): Storage {
  const storage = openStorage({ ...place, migrations });
  onTestFinished(() => storage.close());
  return storage;
}

async function places() {
  const { url, namespace } = temporaryNamespace();
  const file = temporaryDatabaseFile();
  return { url, namespace, file, source: open({ file, namespace }) };
}

const unwatched = { report: () => undefined };

describe("a database file that is copied to PostgreSQL", () => {
  test("leaves the file as it is, reports every table, and continues its sequences", async () => {
    const { url, namespace, file, source } = await places();
    await source.write((tx) => nextSequence(tx, "orders", 41));
    await source.close();
    const bytes = readFileSync(file);
    const reports: CopyReport[] = [];
    await open({ file, namespace }).copyTo(url, { report: (report) => reports.push(report) });
    expect(readFileSync(file).equals(bytes)).toBe(true);
    expect(
      reports.filter(({ step }) => step === "verify").map(({ part, of }) => [part, of]),
    ).toEqual([
      ["notes", 0],
      ["replies", 0],
      ["sequences", 1],
    ]);
    const target = open({ url, namespace });
    expect(await target.write((tx) => nextSequence(tx, "orders"))).toBe(42);
  });

  test("keeps every kind of value, and what refers to it", async () => {
    const { url, namespace, file } = await places();
    await fillEveryTable(file, migrations, 603);
    const source = open({ file, namespace });
    await source.copyTo(url, unwatched);
    const target = open({ url, namespace });
    const all = (storage: Storage) =>
      storage.query((tx) => tx.all(sql`select * from ${notes} order by created_at`));
    expect(await all(target)).toEqual(await all(source));
    expect(await target.query((tx) => tx.$count(replies))).toBe(603);
  });

  test("is not seen before it is whole, and goes on where it was interrupted", async () => {
    const { url, namespace, file, source } = await places();
    await fillEveryTable(file, migrations, 1_100);
    const interruption = new AbortController();
    const report = ({ rows }: CopyReport) => rows >= 500 && interruption.abort();
    await expect(source.copyTo(url, { report, signal: interruption.signal })).rejects.toMatchObject(
      {
        code: "E-STORAGE-COPY",
      },
    );
    const schemas = async () => {
      const target = open({ url, namespace: `${namespace}_other` });
      const rows = await target.query((tx) =>
        tx.all(
          sql`select nspname from pg_namespace where nspname in (${namespace}, ${stagingOf(namespace)})`,
        ),
      );
      await target.write((tx) => tx.run(sql.raw(`drop schema ${namespace}_other cascade`)));
      return rows;
    };
    expect(await schemas()).toEqual([{ nspname: stagingOf(namespace) }]);
    const reports: CopyReport[] = [];
    await source.copyTo(url, { report: (told) => reports.push(told) });
    expect(reports.find(({ rows }) => rows > 0)).toMatchObject({ part: "notes", rows: 1_000 });
    expect(await schemas()).toEqual([{ nspname: namespace }]);
  });

  test("is copied again when the file has changed since the interruption", async () => {
    const { url, namespace, file, source } = await places();
    await fillEveryTable(file, migrations, 600);
    const interruption = new AbortController();
    const report = ({ rows }: CopyReport) => rows >= 500 && interruption.abort();
    await source.copyTo(url, { report, signal: interruption.signal }).catch(() => undefined);
    const Database = await loadSqlite();
    const database = new Database(file);
    database.exec("update notes set weight = 7 where created_at = 1");
    database.close();
    await source.copyTo(url, unwatched);
    const [first] = await open({ url, namespace }).query((tx) =>
      tx.all(sql`select weight from ${notes} where created_at = 1`),
    );
    expect(first).toEqual({ weight: 7 });
  });

  test("is refused where data is, and by a server that has no file", async () => {
    const { url, namespace, source } = await places();
    const target = open({ url, namespace });
    await target.write((tx) => tx.insert(notes).values({ id: "mine", body: "mine" }));
    await expect(source.integrityProblems()).resolves.toEqual([]);
    await expect(source.copyTo(url, unwatched)).rejects.toMatchObject({ code: "E-STORAGE-SCHEMA" });
    await expect(target.copyTo(url, unwatched)).rejects.toThrow(/Unset DATABASE_URL/);
    expect(await target.query((tx) => tx.$count(notes))).toBe(1);
  });

  test("survives two who copy at once", async () => {
    const { url, namespace, file, source } = await places();
    await fillEveryTable(file, migrations, 1_100);
    const both = await Promise.allSettled([
      source.copyTo(url, unwatched),
      open({ file, namespace }).copyTo(url, unwatched),
    ]);
    expect(both.map(({ status }) => status)).toContain("rejected");
    await source.copyTo(url, unwatched).catch(() => undefined);
    expect(await open({ url, namespace }).query((tx) => tx.$count(notes))).toBe(1_100);
  });

  test("says what is wrong with the file or the address", async () => {
    const { url, namespace, file } = await places();
    const missing = openStorage({ file: `${file}.none`, namespace, migrations });
    await expect(missing.copyTo(url, unwatched)).rejects.toMatchObject({ code: "E-STORAGE-OPEN" });
    const nowhere = openStorage({ file: `${file}.none/a.db`, namespace, migrations });
    await expect(nowhere.copyTo(url, unwatched)).rejects.toMatchObject({
      code: "E-STORAGE-OPEN",
      message: expect.stringContaining("There is no database file"),
    });
    const older = openStorage({ file, namespace, migrations: migrations.slice(0, 1) });
    await older.integrityProblems();
    await older.close();
    await expect(open({ file, namespace }).copyTo(url, unwatched)).rejects.toThrow(/older version/);
    await expect(older.copyTo("ftp://x", unwatched)).rejects.toThrow(/must look like postgres/);
  });
});
