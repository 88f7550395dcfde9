import { spawn } from "node:child_process";
import {
  closeSync,
  copyFileSync,
  existsSync,
  fstatSync,
  openSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { createInterface } from "node:readline";
import { buildFixture, waitUntil } from "@faculties/testkit";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { openStorage } from "../open-storage.ts";
import type { Transaction, Storage } from "../storage.ts";
import { createNotes, createReplies, notes } from "../testing/contract-tables.ts";
import { temporaryDatabaseFile } from "../testing.ts";
import { loadSqlite } from "./load-sqlite.ts";

const Database = await loadSqlite();
const migrations = [createNotes, createReplies];
const add =
  (id: string, body = id) =>
  (tx: Transaction) =>
    tx.insert(notes).values({ id, body });

function openAt(file: string): Storage {
  const storage = openStorage({ file, migrations });
  onTestFinished(() => storage.close());
  return storage;
}

async function idsIn(storage: Storage): Promise<string[]> {
  const rows = await storage.query((tx) =>
    tx.select({ id: notes.id }).from(notes).orderBy(notes.id),
  );
  return rows.map(({ id }) => id);
}

/** The notes that another program finds under this name. */
function idsAt(file: string): unknown[] {
  const database = new Database(file, { readonly: true });
  try {
    return database.prepare("select id from notes order by id").pluck().all();
  } finally {
    database.close();
  }
}

/** A database with one note, and a backup of it from before a second one. */
async function withBackup(): Promise<{ file: string; backup: string; storage: Storage }> {
  const file = temporaryDatabaseFile();
  const storage = openAt(file);
  await storage.write(add("kept"));
  await storage.backup(`${file}.backup`);
  await storage.write(add("replaced"));
  return { file, backup: `${file}.backup`, storage };
}

type Swap = (file: string, backup: string) => void;
const removeLog = (file: string) => {
  rmSync(`${file}-wal`);
  rmSync(`${file}-shm`);
};
const swaps: [string, Swap, string[]][] = [
  ["moved over", (file, backup) => renameSync(backup, file), ["kept", "new"]],
  [
    "moved over, and its log removed",
    (file, backup) => {
      renameSync(backup, file);
      removeLog(file);
    },
    ["kept", "new"],
  ],
  [
    "moved over after its log was removed",
    (file, backup) => {
      removeLog(file);
      renameSync(backup, file);
    },
    ["kept", "new"],
  ],
  [
    "removed and copied again",
    (file, backup) => {
      rmSync(file);
      copyFileSync(backup, file);
    },
    ["kept", "new"],
  ],
  ["removed", (file) => rmSync(file), ["new"]],
  [
    "removed with its log",
    (file) => {
      rmSync(file);
      removeLog(file);
    },
    ["new"],
  ],
  ["left without its log", removeLog, ["kept", "new", "replaced"]],
];

describe("a SQLite file that is replaced while it is open", () => {
  test.each(swaps)("%s in the middle of a write, has the write", async (_, swap, expected) => {
    const { file, backup, storage } = await withBackup();
    let runs = 0;
    await storage.write(async (tx) => {
      await add("new")(tx);
      runs += 1;
      if (runs === 1) swap(file, backup);
    });
    expect(idsAt(file)).toEqual(expected);
    expect(await idsIn(storage)).toEqual(expected);
    await storage.close();
    expect(idsAt(file)).toEqual(expected);
    expect(await openAt(file).integrityProblems()).toEqual([]);
  });

  test.each(swaps.slice(0, -1))("%s, is read from the new file", async (_, swap, expected) => {
    const { file, backup, storage } = await withBackup();
    swap(file, backup);
    expect(await idsIn(storage)).toEqual(expected.filter((id) => id !== "new"));
  });

  test("moved away and back in the middle of a write, has the write once", async () => {
    const { file, storage } = await withBackup();
    let runs = 0;
    const result = storage.write(async (tx) => {
      runs += 1;
      await add(`run-${runs}`)(tx);
      renameSync(file, `${file}.away`);
      setTimeout(() => renameSync(`${file}.away`, file), 100);
      return runs;
    });
    expect(await result).toBe(1);
    expect(await idsIn(storage)).toEqual(["kept", "replaced", "run-1"]);
  });

  test("moved away, is complete without the log that it left behind", async () => {
    const { file, storage } = await withBackup();
    renameSync(file, `${file}.away`);
    expect(await idsIn(storage)).toEqual([]);
    expect(idsAt(`${file}.away`)).toEqual(["kept", "replaced"]);
  });

  test("restored by SQLite itself, goes on with the restored rows", async () => {
    const { file, backup, storage } = await withBackup();
    const source = new Database(backup, { readonly: true });
    await source.backup(file);
    source.close();
    await storage.write(add("new"));
    expect(await idsIn(storage)).toEqual(["kept", "new"]);
  });

  test("never has an index truncated that a process has mapped", async () => {
    const { file, backup, storage } = await withBackup();
    const snapshot = new Database(file, { readonly: true });
    onTestFinished(() => void snapshot.close());
    snapshot.exec("begin; select count(*) from notes");
    // With more pages in the log than one part of the index has room for.
    await storage.write(add("large", "x".repeat(20_000_000)));
    const index = openSync(`${file}-shm`, "r");
    onTestFinished(() => closeSync(index));
    const { size } = fstatSync(index);
    expect(size).toBeGreaterThan(32_768);
    renameSync(backup, file);
    await storage.write(add("new"));
    expect(fstatSync(index).size).toBe(size);
    expect(await idsIn(storage)).toEqual(["kept", "new"]);
  });

  test("is opened though the note that says which files belong together is damaged", async () => {
    const { file, storage } = await withBackup();
    await storage.close();
    writeFileSync(`${file}-guard`, "dear diary, ".repeat(99));
    expect(await idsIn(openAt(file))).toEqual(["kept", "replaced"]);
    await storage.close();
  });

  test("is refused while it is incomplete, and served when it is whole", async () => {
    const { file, backup, storage } = await withBackup();
    await storage.write(add("large", "x".repeat(100_000)));
    await storage.backup(`${file}.large`);
    const whole = new Database(`${file}.large`);
    const { length } = whole.serialize();
    whole.close();
    truncateSync(`${file}.large`, length - 40_960);
    renameSync(`${file}.large`, file);
    await expect(storage.write(add("new"))).rejects.toMatchObject({ code: "E-STORAGE-CORRUPT" });
    renameSync(backup, file);
    await storage.write(add("new"));
    expect(await idsIn(storage)).toEqual(["kept", "new"]);
  });
});

type Line = { id: string; outcome: string; asked: string; done: string };

describe("processes that write to a SQLite file", () => {
  let fixture = "";
  beforeAll(async () => {
    fixture = await buildFixture(new URL("fixtures/append-until-stopped.ts", import.meta.url));
  });

  function start(file: string, name: string) {
    const child = spawn(process.execPath, [fixture, file, name], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    child.stdin.on("error", () => undefined);
    const lines: Line[] = [];
    createInterface({ input: child.stdout }).on("line", (line) => {
      lines.push(JSON.parse(line) as Line);
    });
    const exit = new Promise<unknown>((resolve) =>
      child.once("close", (code, signal) => resolve(signal ?? code)),
    );
    return { child, lines, exit };
  }

  test.each(swaps.slice(0, 6))(
    "stay alive and lose nothing when it is %s",
    { timeout: 60_000 },
    async (_, swap) => {
      const file = temporaryDatabaseFile();
      const writers = ["a", "b", "c"].map((name) => start(file, name));
      await waitUntil(() => writers.every(({ lines }) => lines.length > 30));
      const source = new Database(file, { readonly: true });
      await source.backup(`${file}.backup`);
      source.close();
      swap(file, `${file}.backup`);
      const swapped = process.hrtime.bigint();
      const isAfter = ({ asked }: Line) => BigInt(asked) > swapped;
      await waitUntil(() => writers.every(({ lines }) => lines.filter(isAfter).length > 30));
      for (const { child } of writers) child.stdin.end();
      expect(await Promise.all(writers.map(({ exit }) => exit))).toEqual([0, 0, 0]);
      const there = new Set(idsAt(file));
      const lines = writers.flatMap((writer) => writer.lines);
      expect(lines.filter(({ outcome }) => outcome !== "done")).toEqual([]);
      expect(lines.filter((line) => isAfter(line) && !there.has(line.id))).toEqual([]);
      expect(await openAt(file).integrityProblems()).toEqual([]);
    },
  );

  test("leave a log behind when killed, which is not taken for that of a restored file", async () => {
    const file = temporaryDatabaseFile();
    const { child, lines, exit } = start(file, "a");
    await waitUntil(() => lines.length > 30);
    const source = new Database(file, { readonly: true });
    await source.backup(`${file}.backup`);
    source.close();
    const before = idsAt(`${file}.backup`);
    const seen = lines.length;
    await waitUntil(() => lines.length > seen + 30);
    child.kill("SIGKILL");
    await exit;
    expect(existsSync(`${file}-wal`)).toBe(true);
    renameSync(`${file}.backup`, file);
    const storage = openAt(file);
    expect(new Set(await idsIn(storage))).toEqual(new Set(before as string[]));
    expect(existsSync(`${file}-wal.old`)).toBe(true);
  });
});
