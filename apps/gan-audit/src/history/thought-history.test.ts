import { join } from "node:path";
import { openStorage, sql, type Storage } from "@faculties/storage";
import { temporaryDirectory } from "@faculties/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ThoughtHistory } from "./thought-history.ts";
import { migrations } from "../store/migrations.ts";

const silent = { info: () => undefined, warn: () => undefined };
let storage: Storage;
let history: ThoughtHistory;

beforeAll(async () => {
  const file = join(await temporaryDirectory(), "history.db");
  storage = openStorage({ file, migrations, log: silent });
  history = new ThoughtHistory(storage);
});
afterAll(() => storage.close());

const thought = (text: string, branchId?: string) => ({
  thought: text,
  nextThoughtNeeded: true,
  thoughtNumber: 1,
  totalThoughts: 1,
  ...(branchId && { branchId }),
});

async function keptThoughts(from: Storage, sessionId: string): Promise<unknown[]> {
  const rows = await from.query((tx) =>
    tx.all<{ thoughts: string }>(
      sql`select thoughts from thought_rows where session_id = ${sessionId} order by position`,
    ),
  );
  return rows.flatMap((row) => JSON.parse(row.thoughts) as unknown[]);
}

test("answers thoughts that came together as if each had come alone", async () => {
  const branches = [undefined, "b", undefined, "a", "b", "__proto__"];
  const together = branches.flatMap((branch, index) => [
    history.record("one", thought(`${index}`, branch)),
    history.record("two", thought(`${index}`)),
  ]);
  const answers = await Promise.all(together);
  const [first, second] = [0, 1].map((own) => answers.filter((_, index) => index % 2 === own));
  expect(first?.map((answer) => [answer.length, answer.branches])).toEqual([
    [1, []],
    [2, ["b"]],
    [3, ["b"]],
    [4, ["b", "a"]],
    [5, ["b", "a"]],
    [6, ["b", "a", "__proto__"]],
  ]);
  expect(second?.map((answer) => [answer.length, answer.branches])).toEqual(
    branches.map((_, index) => [index + 1, []]),
  );
  expect(new Set(answers.map(({ sessionId }) => sessionId)).size).toBe(2);
});

test("knows the branches that another process adds to a session", async () => {
  const other = new ThoughtHistory(storage);
  const answers = [
    await history.record("ours", thought("1", "shared")),
    await other.record("theirs", thought("2", "shared")),
    await other.record("theirs", thought("3", "their own")),
    await history.record("ours", thought("4", "our own")),
    await other.record("theirs", thought("5")),
  ];
  expect(answers.map(({ length, branches }) => [length, branches])).toEqual([
    [1, ["shared"]],
    [2, ["shared"]],
    [3, ["shared", "their own"]],
    [4, ["shared", "their own", "our own"]],
    [5, ["shared", "their own", "our own"]],
  ]);
});

test("keeps a thought as it was said", async () => {
  const said = { ...thought("a\0b\ud800c😀"), revisesThought: 1 };
  const { sessionId } = await history.record("three", said);
  expect(await keptThoughts(storage, sessionId)).toEqual([said]);
});

test("keeps the beginning of a thought that is very long", async () => {
  const { sessionId } = await history.record("four", thought("x".repeat(300_000)));
  expect(await keptThoughts(storage, sessionId)).toEqual([thought("x".repeat(256 * 1024))]);
});

test("keeps the last ten thousand thoughts of a session, and little more", async () => {
  const all = Array.from({ length: 10_250 }, (_, index) =>
    history.record("long", thought(`${index}`)),
  );
  const { sessionId, length } = (await Promise.all(all)).at(-1)!;
  expect(length).toBe(10_250);
  const kept = await keptThoughts(storage, sessionId);
  expect(kept.length).toBeGreaterThanOrEqual(10_000);
  expect(kept.length).toBeLessThan(10_132);
  expect(kept.slice(-3)).toEqual([thought("10247"), thought("10248"), thought("10249")]);
});

test("refuses all that wait when they cannot be written, and leaves nobody waiting", async () => {
  const file = join(await temporaryDirectory(), "closed.db");
  const closing = openStorage({ file, migrations, log: silent });
  const own = new ThoughtHistory(closing);
  await own.record("one", thought("first"));
  await closing.close();
  const refused = await Promise.allSettled([
    own.record("one", thought("second")),
    own.record("one", thought("third")),
  ]);
  expect(refused.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  await expect(own.record("one", thought("fourth"))).rejects.toThrow();
});

test("takes over thoughts that were kept one by one", async () => {
  const file = join(await temporaryDirectory(), "old.db");
  const older = openStorage({ file, migrations: migrations.slice(0, 2), log: silent });
  const { thought: text, ...details } = thought('say "what"\n');
  await older.write((tx) =>
    tx.run(sql`insert into thoughts values ('one', 1, 5, ${JSON.stringify(details)}, ${text})`),
  );
  await older.close();
  const newer = openStorage({ file, migrations, log: silent });
  expect(await keptThoughts(newer, "one")).toEqual([{ ...details, thought: text }]);
  await newer.close();
});
