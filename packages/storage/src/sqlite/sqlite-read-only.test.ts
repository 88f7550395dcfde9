import { spawn } from "node:child_process";
import { chmodSync, chownSync, readdirSync, renameSync } from "node:fs";
import { basename, dirname } from "node:path";
import { createInterface } from "node:readline";
import { buildFixture } from "@faculties/testkit";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { openStorage } from "../open-storage.ts";
import { createNotes, createReplies, notes } from "../testing/contract-tables.ts";
import { temporaryDatabaseFile } from "../testing.ts";
import { loadSqlite } from "./load-sqlite.ts";

const Database = await loadSqlite();
let fixture = "";
beforeAll(async () => {
  fixture = await buildFixture(new URL("fixtures/use-as-nobody.ts", import.meta.url));
  chmodSync(dirname(fixture), 0o755);
});

async function makeDatabase(rows: number, migrations = [createNotes]): Promise<string> {
  const file = temporaryDatabaseFile();
  const storage = openStorage({ file, migrations });
  await storage.write(async (tx) => {
    for (let row = 0; row < rows; row += 1)
      await tx.insert(notes).values({ id: `note-${row}`, body: "x" });
  });
  await storage.close();
  chmodSync(dirname(file), 0o755);
  return file;
}

function user(file: string): (action: string) => Promise<unknown> {
  const child = spawn(process.execPath, [fixture, file], { stdio: ["pipe", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return async (action) => {
    child.stdin.write(`${action}\n`);
    const { value } = await lines.next();
    return JSON.parse(String(value));
  };
}

const refused = {
  code: "E-STORAGE-READ-ONLY",
  message: expect.stringMatching(/Nothing was written/),
};
const isRoot = process.getuid?.() === 0;

describe.skipIf(process.platform === "win32")("a SQLite file that cannot be written", () => {
  test.each([
    ["because of its own mode", (file: string) => chmodSync(file, 0o444)],
    ["because of its folder's", (file: string) => chmodSync(dirname(file), 0o555)],
  ])("%s, is read, refuses writes, and has nothing made next to it", async (_, protect) => {
    const file = await makeDatabase(2);
    chmodSync(file, 0o644);
    protect(file);
    onTestFinished(() => chmodSync(dirname(file), 0o755));
    const before = readdirSync(dirname(file));
    const act = user(file);
    expect(await act("count")).toEqual({ value: 2 });
    expect(await act("snapshot")).toEqual({ value: 2 });
    expect(await act("check")).toEqual({ value: [] });
    expect(await act("write")).toMatchObject(refused);
    expect(await act("count")).toEqual({ value: 2 });
    expect(readdirSync(dirname(file))).toEqual(before);
  });

  test("is written as soon as that is allowed", async () => {
    const file = await makeDatabase(2);
    chmodSync(file, 0o444);
    const act = user(file);
    expect(await act("write")).toMatchObject(refused);
    chmodSync(dirname(file), 0o777);
    for (const name of readdirSync(dirname(file))) {
      const path = `${dirname(file)}/${name}`;
      if (isRoot) chownSync(path, 65_534, 65_534);
      chmodSync(path, 0o600);
    }
    expect(await act("write")).toEqual({ value: { changes: 1 } });
    expect(await act("count")).toEqual({ value: 3 });
  });

  test("shows what others write to it, or put in its place", async () => {
    const file = await makeDatabase(2);
    chmodSync(file, 0o444);
    chmodSync(dirname(file), isRoot ? 0o755 : 0o555);
    const act = user(file);
    expect(await act("count")).toEqual({ value: 2 });
    chmodSync(dirname(file), 0o755);
    const other = await makeDatabase(5);
    chmodSync(other, 0o444);
    renameSync(other, file);
    expect(await act("count")).toEqual({ value: 5 });
  });

  test.runIf(isRoot)("is read through the log of a process that writes to it", async () => {
    const file = await makeDatabase(2);
    chmodSync(file, 0o644);
    const writer = new Database(file);
    onTestFinished(() => void writer.close());
    const insert = writer.prepare(
      "insert into notes (id, body, created_at, pinned) values (?, 'x', 0, 0)",
    );
    insert.run("other-1");
    const act = user(file);
    expect(await act("count")).toEqual({ value: 3 });
    insert.run("other-2");
    expect(await act("count")).toEqual({ value: 4 });
    expect(await act("write")).toMatchObject(refused);
  });

  test("with an older or a newer schema, says what to do", async () => {
    const newer = await makeDatabase(0, [createNotes, createReplies]);
    chmodSync(newer, 0o444);
    expect(await user(newer)("count")).toMatchObject({ code: "E-STORAGE-SCHEMA" });
    const older = temporaryDatabaseFile();
    chmodSync(dirname(older), 0o755);
    const storage = openStorage({ file: older, migrations: [] });
    await storage.integrityProblems();
    await storage.close();
    chmodSync(older, 0o444);
    const outcome = await user(older)("count");
    expect(outcome).toMatchObject({ code: expect.stringMatching(/READ-ONLY/) });
    expect(JSON.stringify(outcome)).toContain(basename(older));
  });
});
