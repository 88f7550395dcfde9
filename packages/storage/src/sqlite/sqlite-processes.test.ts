import { spawn, type ChildProcessByStdio } from "node:child_process";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { buildFixture, seededRandom } from "@faculties/testkit";
import { asc, eq, isNull, sql } from "drizzle-orm";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { openStorage } from "../open-storage.ts";
import { createNotes, createReplies, notes, replies } from "../testing/contract-tables.ts";
import { temporaryDatabaseFile } from "../testing.ts";

type Acknowledgement = { id: string; sequence: number };
type Appender = ChildProcessByStdio<null, Readable, Readable>;

let fixture = "";
beforeAll(async () => {
  fixture = await buildFixture(new URL("fixtures/append-notes.ts", import.meta.url));
});

function start(file: string, name: string, count: number): Appender {
  const child = spawn(process.execPath, [fixture, file, name, String(count)], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

/** Everything the process acknowledged; it is killed after so many acknowledgements, if a number is given. */
async function follow(child: Appender, killAfter = Infinity): Promise<Acknowledgement[]> {
  const errors: string[] = [];
  child.stderr.on("data", (chunk: Buffer) => errors.push(chunk.toString()));
  const exit = new Promise((resolve) =>
    child.once("exit", (code, signal) => resolve(code ?? signal)),
  );
  const acknowledged: Acknowledgement[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    acknowledged.push(JSON.parse(line) as Acknowledgement);
    if (acknowledged.length === killAfter) child.kill("SIGKILL");
  }
  expect([await exit, errors.join("")]).toEqual([killAfter === Infinity ? 0 : "SIGKILL", ""]);
  return acknowledged;
}

function reopen(file: string) {
  const storage = openStorage({ file, migrations: [createNotes, createReplies] });
  onTestFinished(() => storage.close());
  return storage;
}

describe("several processes on one SQLite file", () => {
  test("migrate a new file at the same time and then write side by side", async () => {
    const file = temporaryDatabaseFile();
    const children = ["a", "b", "c", "d"].map((name) => start(file, name, 50));
    const acknowledged = (await Promise.all(children.map((child) => follow(child)))).flat();
    const storage = reopen(file);
    const rows = await storage.query((tx) =>
      tx
        .select({ id: notes.id, sequence: notes.createdAt })
        .from(notes)
        .innerJoin(replies, eq(replies.noteId, notes.id))
        .orderBy(asc(notes.createdAt)),
    );
    expect(rows.map(({ sequence }) => sequence)).toEqual(
      Array.from({ length: 200 }, (_, index) => index + 1),
    );
    expect(acknowledged.toSorted((left, right) => left.sequence - right.sequence)).toEqual(rows);
    const applied = await storage.query((tx) => tx.values(sql`select name from schema_migrations`));
    expect(applied).toEqual([["create_notes"], ["create_replies"]]);
  });

  test.each([1, 2, 3])(
    "lose nothing acknowledged and leave nothing half-written when killed (%i)",
    async (seed) => {
      const file = temporaryDatabaseFile();
      const random = seededRandom(seed);
      const killAfter = () => 1 + Math.floor(random() * 120);
      const survivor = follow(start(file, "survivor", 60));
      const victims = ["x", "y"].map((name) => follow(start(file, name, 1_000_000), killAfter()));
      const acknowledged = (await Promise.all([survivor, ...victims])).flat();
      const storage = reopen(file);
      const stored = new Map(
        (await storage.query((tx) => tx.select().from(notes))).map((row) => [
          row.id,
          row.createdAt,
        ]),
      );
      const lost = acknowledged.filter(({ id, sequence }) => stored.get(id) !== sequence);
      const halves = await storage.query((tx) =>
        tx
          .select({ id: notes.id })
          .from(notes)
          .leftJoin(replies, eq(replies.noteId, notes.id))
          .where(isNull(replies.id)),
      );
      expect({ lost, halves, problems: await storage.integrityProblems() }).toEqual({
        lost: [],
        halves: [],
        problems: [],
      });
    },
  );
});
