import { join } from "node:path";
import { openStorage, sql } from "@faculties/storage";
import { temporaryDirectory } from "@faculties/testkit";
import { afterAll, beforeAll, expect, it } from "vitest";
import { HistoryStore } from "./history-store.ts";
import { migrations } from "./migrations.ts";

const silent = { info: () => undefined, warn: () => undefined };
let storage: ReturnType<typeof openStorage>;
let history: HistoryStore;

beforeAll(async () => {
  const file = join(await temporaryDirectory(), "history.db");
  storage = openStorage({ file, migrations, log: silent });
  history = new HistoryStore(storage, Date.now);
});
afterAll(() => storage.close());

const thought = (text: string, branchId?: string) => ({
  thought: text,
  nextThoughtNeeded: true,
  thoughtNumber: 1,
  totalThoughts: 1,
  ...(branchId && { branchId }),
});

it("answers thoughts that came together as if each had come alone", async () => {
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

it("keeps what every engine can keep", async () => {
  const { sessionId } = await history.record("three", thought("a\0b\ud800c😀"));
  const kept = await storage.query((db) =>
    db.get(sql`select thought from thoughts where session_id = ${sessionId}`),
  );
  expect(kept).toEqual({ thought: "a\uFFFDb\uFFFDc😀" });
});

it("keeps the last ten thousand thoughts of a session, and up to a hundred more", async () => {
  const all = Array.from({ length: 10_250 }, (_, index) =>
    history.record("long", thought(`${index}`)),
  );
  const { sessionId, length } = (await Promise.all(all)).at(-1)!;
  const { kept, last } = await storage.query((db) =>
    db.get<{ kept: number; last: number }>(
      sql`select count(*) as kept, max(position) as last from thoughts where session_id = ${sessionId}`,
    ),
  );
  expect([length, last]).toEqual([10_250, 10_250]);
  expect(kept).toBeGreaterThanOrEqual(10_000);
  expect(kept).toBeLessThan(10_100);
});

it("refuses all that wait when they cannot be written, and leaves nobody waiting", async () => {
  const file = join(await temporaryDirectory(), "closed.db");
  const closing = openStorage({ file, migrations, log: silent });
  const own = new HistoryStore(closing, Date.now);
  await own.record("one", thought("first"));
  await closing.close();
  const refused = await Promise.allSettled([
    own.record("one", thought("second")),
    own.record("one", thought("third")),
  ]);
  expect(refused.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  await expect(own.record("one", thought("fourth"))).rejects.toThrow();
});
