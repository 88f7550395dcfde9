import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { waitUntil } from "@faculties/testkit";
import { sql } from "drizzle-orm";
import { describe, expect, onTestFinished, test } from "vitest";
import { openStorage } from "../open-storage.ts";
import type { Transaction, Storage } from "../storage.ts";
import { createNotes, notes } from "../testing/contract-tables.ts";
import { temporaryDatabaseFile, temporaryStorage } from "../testing.ts";
import { loadSqlite } from "./load-sqlite.ts";

const Database = await loadSqlite();

const migrations = [createNotes];
const add =
  (id: string, body = id) =>
  async (tx: Transaction) => {
    await tx.insert(notes).values({ id, body });
    return id;
  };
const countNotes = (storage: Storage) => storage.query((tx) => tx.$count(notes));
const code = (expected: string) => ({ code: expected });

function openAt(file: string, options: { busyTimeoutMs?: number } = {}): Storage {
  const storage = openStorage({ file, migrations, ...options });
  onTestFinished(() => storage.close());
  return storage;
}

async function makeDatabase(rows: number): Promise<string> {
  const file = temporaryDatabaseFile();
  const storage = openStorage({ file, migrations });
  for (let row = 0; row < rows; row += 1)
    await storage.write(add(`note-${row}`, "x".repeat(2_000)));
  await storage.close();
  return file;
}

/** As a user without the privileges of root, who may write everywhere. */
async function withoutPrivileges(file: string, action: () => Promise<void>): Promise<void> {
  if (process.getuid?.() !== 0) return action();
  const nobody = 65_534;
  chownSync(dirname(file), nobody, nobody);
  chownSync(file, nobody, nobody);
  process.seteuid?.(nobody);
  try {
    await action();
  } finally {
    process.seteuid?.(0);
  }
}

describe("a SQLite file", () => {
  test("is made at the first use, with its folders, for its owner only", async () => {
    const file = join(dirname(temporaryDatabaseFile()), "deep", "er", "data.db");
    const mask = process.umask(0);
    onTestFinished(() => void process.umask(mask));
    const unused = openStorage({ file, migrations });
    expect(unused.describe()).toBe(file);
    await unused.close();
    expect(existsSync(dirname(file))).toBe(false);

    const storage = openAt(file);
    await storage.write(add("a"));
    await countNotes(storage);
    const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);
    expect([dirname(dirname(file)), dirname(file)].map(mode)).toEqual(["700", "700"]);
    expect(["", "-wal", "-shm"].map((suffix) => mode(file + suffix))).toEqual([
      "600",
      "600",
      "600",
    ]);
  });

  test("is written through a log that is flushed at each commit, with foreign keys checked", async () => {
    const storage = temporaryStorage(migrations);
    const settings = await storage.write(async (tx) => [
      await tx.get(sql`pragma journal_mode`),
      await tx.get(sql`pragma synchronous`),
      await tx.get(sql`pragma foreign_keys`),
    ]);
    expect(settings).toEqual([{ journal_mode: "wal" }, { synchronous: 3 }, { foreign_keys: 1 }]);
  });

  test("is opened again when another file takes its place", async () => {
    const file = await makeDatabase(3);
    const storage = openAt(file);
    expect(await countNotes(storage)).toBe(3);
    for (const suffix of ["", "-wal", "-shm"]) rmSync(file + suffix, { force: true });
    expect(await storage.write(add("a"))).toBe("a");
    expect(await countNotes(openAt(file))).toBe(1);
    await storage.close();
    expect(await countNotes(openAt(file))).toBe(1);
  });
});

describe("a SQLite file that cannot be used", () => {
  test.each([
    ["a folder", (file: string) => mkdirSync(file), "E-STORAGE-OPEN"],
    [
      "a note of a few words",
      (file: string) => writeFileSync(file, "dear diary"),
      "E-STORAGE-NOT-A-DATABASE",
    ],
    [
      "no database",
      (file: string) => writeFileSync(file, "dear diary, ".repeat(99)),
      "E-STORAGE-NOT-A-DATABASE",
    ],
    [
      "the database of another program",
      (file: string) => {
        new Database(file).exec("create table bookmarks (url text)").close();
      },
      "E-STORAGE-SCHEMA",
    ],
  ])("because it is %s, is left alone, until it is moved away", async (_, prepare, expected) => {
    const file = temporaryDatabaseFile();
    prepare(file);
    const before = statSync(file).isFile() ? readFileSync(file) : undefined;
    const storage = openAt(file);
    for (const attempt of [() => countNotes(storage), () => storage.write(add("a"))]) {
      await expect(attempt()).rejects.toMatchObject({
        code: expected,
        message: expect.stringContaining(file),
      });
    }
    if (before !== undefined) expect(readFileSync(file)).toEqual(before);
    rmSync(file, { recursive: true });
    expect(await storage.write(add("a"))).toBe("a");
  });

  test("because a part of its path is a file, says so", async () => {
    const file = join(await makeDatabase(1), "data.db");
    await expect(countNotes(openAt(file))).rejects.toMatchObject({
      code: "E-STORAGE-OPEN",
      message: expect.stringMatching(/a part of its path is a file/),
    });
  });

  test.runIf(process.platform === "linux")(
    "because no folder can be made there, says so",
    async () => {
      const file = "/proc/nowhere/at/all/data.db";
      await expect(countNotes(openAt(file))).rejects.toMatchObject(code("E-STORAGE-OPEN"));
    },
  );

  test("because its folder may not be entered, says so", async () => {
    const file = await makeDatabase(1);
    await withoutPrivileges(file, async () => {
      chmodSync(dirname(file), 0o000);
      await expect(countNotes(openAt(file))).rejects.toMatchObject(code("E-STORAGE-OPEN"));
      chmodSync(dirname(file), 0o700);
    });
  });

  test("because it is damaged, says so and writes nothing", async () => {
    const file = await makeDatabase(40);
    const bytes = readFileSync(file);
    bytes.fill(0xa5, bytes.length - 4_096 * 12);
    writeFileSync(file, bytes);
    const storage = openAt(file);
    await expect(storage.query((tx) => tx.select().from(notes))).rejects.toMatchObject(
      code("E-STORAGE-CORRUPT"),
    );
    expect(await storage.integrityProblems()).not.toEqual([]);
    await storage.close();
    expect(readFileSync(file)).toEqual(bytes);
  });
});

describe("a SQLite file that is full", () => {
  test("refuses what does not fit, keeps the rest of the batch, and goes on when there is room", async () => {
    const storage = temporaryStorage(migrations);
    await storage.write(add("first"));
    const limitPages = (extra: number) =>
      storage.write(async (tx) => {
        const { page_count: pages } = await tx.get<{ page_count: number }>(sql`pragma page_count`);
        await tx.get(sql.raw(`pragma max_page_count = ${pages + extra}`));
      });
    await limitPages(4);
    const outcomes = await Promise.allSettled([
      storage.write(add("small")),
      storage.write(add("huge", "x".repeat(100_000))),
      storage.write(add("other")),
    ]);
    expect(outcomes).toMatchObject([
      { status: "fulfilled", value: "small" },
      { status: "rejected", reason: code("E-STORAGE-FULL") },
      { status: "fulfilled", value: "other" },
    ]);
    expect(await countNotes(storage)).toBe(3);
    expect(await storage.integrityProblems()).toEqual([]);
    await limitPages(1_000);
    expect(await storage.write(add("huge", "x".repeat(100_000)))).toBe("huge");
  });
});

describe("a SQLite file that another program has locked", () => {
  async function locked(options: { busyTimeoutMs?: number } = {}) {
    const file = await makeDatabase(1);
    const other = new Database(file);
    onTestFinished(() => void other.close());
    other.exec("begin immediate");
    return { other, storage: openAt(file, options) };
  }

  test("can be read, and says that it is busy when writing has waited long enough", async () => {
    const { storage, other } = await locked({ busyTimeoutMs: 60 });
    expect(await countNotes(storage)).toBe(1);
    await expect(storage.write(add("a"))).rejects.toMatchObject({
      code: "E-STORAGE-BUSY",
      message: expect.stringMatching(/locked by another process/),
    });
    other.exec("commit");
    expect(await storage.write(add("a"))).toBe("a");
  });

  test("is written as soon as it is free, without holding up anything else", async () => {
    const { storage, other } = await locked();
    const writing = storage.write(add("a"));
    for (let turn = 0; turn < 5; turn += 1) {
      expect(await Promise.race([delay(4, "free"), writing])).toBe("free");
      expect(await countNotes(storage)).toBe(1);
    }
    other.exec("commit");
    expect(await writing).toBe("a");
  });
});

describe("a backup", () => {
  const pairs = async (storage: Storage) =>
    storage.query((tx) =>
      tx.all(sql`select count(*) as all_notes, count(distinct body) as pairs from notes`),
    );

  test("is a whole and consistent copy, made while others write", async () => {
    const storage = temporaryStorage(migrations);
    const target = temporaryDatabaseFile();
    let written = 0;
    const stop = new AbortController();
    const writer = (async () => {
      while (!stop.signal.aborted) {
        const body = `${written}${"x".repeat(3_000)}`;
        await storage.write(async (tx) => {
          await add(`left-${written}`, body)(tx);
          await add(`right-${written}`, body)(tx);
        });
        written += 1;
      }
    })();
    await waitUntil(() => written > 100);
    await storage.backup(target);
    const writtenBefore = written;
    await waitUntil(() => written > writtenBefore);
    stop.abort();
    await writer;
    expect((statSync(target).mode & 0o777).toString(8)).toBe("600");
    expect(existsSync(`${target}.partial`)).toBe(false);
    const copy = openAt(target);
    expect(await copy.integrityProblems()).toEqual([]);
    const [{ all_notes: all, pairs: distinct }] = (await pairs(copy)) as [Record<string, number>];
    expect(all).toBe(distinct! * 2);
    expect(distinct).toBeGreaterThan(100);
  });

  test("never overwrites a file, and leaves none behind when it fails", async () => {
    const storage = temporaryStorage(migrations);
    const target = temporaryDatabaseFile();
    writeFileSync(target, "precious");
    await expect(storage.backup(target)).rejects.toMatchObject({
      code: "E-STORAGE-BACKUP",
      message: expect.stringMatching(/never overwritten/),
    });
    expect(readFileSync(target, "utf8")).toBe("precious");
    await expect(storage.backup(join(target, "below"))).rejects.toMatchObject(
      code("E-STORAGE-BACKUP"),
    );
    expect(await countNotes(storage)).toBe(0);
  });

  test("can be made of a database in memory", async () => {
    const storage = temporaryStorage(migrations, { file: ":memory:" });
    const target = temporaryDatabaseFile();
    await storage.write(add("a"));
    await Promise.all([storage.backup(target), storage.write(add("b"))]);
    expect(await countNotes(openAt(target))).toBeGreaterThan(0);
    expect(await countNotes(storage)).toBe(2);
  });
});
