import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { buildFixture, cuttingProxy, makePostgres, type PostgresServer } from "@faculties/testkit";
import { asc, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { openStorage } from "../open-storage.ts";
import type { Storage } from "../storage.ts";
import { createNotes, createReplies, notes } from "../testing/contract-tables.ts";
import { temporaryNamespace } from "../testing.ts";

type Place = { url: string; namespace: string };
type Note = { id: string; sequence: number; replaced: string[] };

/** More of both for a long run: POSTGRES_ROUNDS=8x200. */
const [PROCESSES = 3, WRITES = 20] = (process.env["POSTGRES_ROUNDS"] ?? "3x20")
  .split("x")
  .map(Number);
const TOTAL = PROCESSES * WRITES;
const numbers = Array.from({ length: TOTAL }, (_, index) => index + 1);

let fixture = "";
let concurrentFixture = "";
let server: PostgresServer;
beforeAll(async () => {
  fixture = await buildFixture(new URL("fixtures/replace-notes.ts", import.meta.url));
  concurrentFixture = await buildFixture(
    new URL("fixtures/append-concurrently.ts", import.meta.url),
  );
  server = await makePostgres();
});
afterAll(() => server.remove());

function open(place: Place): Storage {
  const storage = openStorage({
    ...place,
    migrations: [createNotes, createReplies],
    busyTimeoutMs: 30_000,
  });
  onTestFinished(() => storage.close());
  return storage;
}

/** Everything that a process acknowledged. */
async function acknowledgedBy(
  program: string,
  { url, namespace }: Place,
  name: number,
  told = () => {},
) {
  const args = [program, url, namespace, String(name), String(WRITES)];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const errors: string[] = [];
  child.stderr.on("data", (chunk: Buffer) => errors.push(chunk.toString()));
  const exit = new Promise((resolve) => child.once("exit", resolve));
  const acknowledged: Note[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    acknowledged.push(JSON.parse(line) as Note);
    told();
  }
  expect([await exit, errors.join("")]).toEqual([0, ""]);
  return acknowledged;
}

/** Reads on from the last number again and again; what comes behind a reader's back would be missing here. */
async function watch(storage: Storage, signal: AbortSignal): Promise<number[]> {
  const seen: number[] = [];
  for (;;) {
    const isOver = signal.aborted;
    const rows = await storage.query((tx) =>
      tx.values<[number]>(
        sql`select created_at from ${notes} where created_at > ${seen.at(-1) ?? 0} order by created_at`,
      ),
    );
    seen.push(...rows.map(([sequence]) => sequence));
    if (isOver) return seen;
  }
}

/** Has all processes write, and checks that a reader sees every number in order. */
async function writeWatched(program: string, place: Place, storage: Storage, told?: () => void) {
  const over = new AbortController();
  const watching = watch(storage, over.signal);
  const names = Array.from({ length: PROCESSES }, (_, name) => name);
  const acknowledged = await Promise.all(
    names.map((name) => acknowledgedBy(program, place, name, told)),
  );
  over.abort();
  expect(await watching).toEqual(numbers);
  return acknowledged.flat();
}

async function replaceInTurn(place: Place, told?: () => void, watched = place) {
  const storage = open(watched);
  const acknowledged = await writeWatched(fixture, place, storage, told);
  const notesNow = acknowledged.toSorted((left, right) => left.sequence - right.sequence);
  expect(notesNow.map(({ sequence }) => sequence)).toEqual(numbers);
  expect(notesNow.map(({ replaced }) => replaced)).toEqual([
    [],
    ...notesNow.slice(0, -1).map(({ id }) => [id]),
  ]);
  const pinned = await storage.query((tx) => tx.all(sql`select id from ${notes} where pinned = 1`));
  expect(pinned).toEqual([{ id: notesNow.at(-1)?.id }]);
  expect(await storage.query((tx) => tx.$count(notes))).toBe(TOTAL);
}

/** A way to a new database that is cut again and again, also while somebody commits. */
async function unreliable() {
  const place = temporaryNamespace();
  const proxied = new URL(place.url);
  const proxy = await cuttingProxy(Number(proxied.port));
  proxied.port = String(proxy.port);
  const isCommit = (message: Buffer) => message.includes("commit");
  let acknowledged = 0;
  let cuts = 0;
  const upset = () => {
    acknowledged += 1;
    if (acknowledged % 5 !== 0) return;
    cuts += 1;
    if (cuts % 3 === 0) proxy.cut();
    else void proxy.cutAt(isCommit, cuts % 3 === 1 ? "after" : "before");
  };
  return { place, proxied: { ...place, url: proxied.href }, upset, cuts: () => cuts };
}

describe("several processes on one PostgreSQL", { timeout: 120_000 }, () => {
  test("migrate it at once, replace the same row in turn, and show readers every number in order", async () => {
    await replaceInTurn(temporaryNamespace());
  });

  test("lose nothing when connections are cut, also while they commit", async () => {
    const { place, proxied, upset, cuts } = await unreliable();
    await replaceInTurn(proxied, upset, place);
    expect(cuts()).toBeGreaterThan(2);
  });

  test("write concurrently under different lock keys, and number it in commit order", async () => {
    const { place, proxied, upset, cuts } = await unreliable();
    const storage = open(place);
    const acknowledged = await writeWatched(concurrentFixture, proxied, storage, upset);
    expect(cuts()).toBeGreaterThan(2);
    const rows = await storage.query((tx) => tx.select().from(notes).orderBy(asc(notes.createdAt)));
    const ids = acknowledged.map(({ id }) => id);
    expect(rows.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    expect(rows.map(({ createdAt }) => createdAt)).toEqual(numbers);
    const contended = rows.filter(({ id }) => Number(id.split("-")[1]) % 2 === 0);
    const replaced = contended.map((row) => acknowledged.find(({ id }) => id === row.id)?.replaced);
    expect(replaced).toEqual([[], ...contended.slice(0, -1).map(({ id }) => [id])]);
    expect(rows.filter(({ pinned }) => pinned)).toEqual(contended.slice(-1));
  });

  test("continue when the database was killed and is back", async () => {
    const place = { url: server.url, namespace: "killed" };
    let acknowledged = 0;
    let restarted: Promise<void> | undefined;
    const restart = async () => {
      await server.kill();
      await server.start();
    };
    await replaceInTurn(place, () => {
      acknowledged += 1;
      if (acknowledged === Math.ceil(TOTAL / 4)) restarted = restart();
    });
    await restarted;
    expect(restarted).toBeDefined();
  });
});
