import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  postgresUrl,
  shiftedClock,
  temporaryDirectory,
  temporaryHome,
  waitUntil,
} from "@faculties/testkit";
import { beforeAll, describe, expect, test } from "vitest";
import type { Subject } from "../find-servers.mjs";
import { fixtureSubject } from "../fixture-subject.ts";
import { openTaskClient, type TaskClient } from "./task-client.ts";

let subject: Subject;
beforeAll(async () => {
  subject = await fixtureSubject();
});

const LONG_AFTER_MS = 60_000;
const ENDED = ["completed", "failed", "cancelled"];

/** Servers on one database, each with a client of its own; the clocks of later ones can be set ahead. */
async function processes(more: Record<string, string> = {}) {
  const [home, folder, clock] = await Promise.all([
    temporaryHome(),
    temporaryDirectory(),
    shiftedClock(),
  ]);
  const journal = join(folder, "journal");
  const env = { JOURNAL: journal, ...more };
  return {
    open: (own: Record<string, string> = {}) =>
      openTaskClient("2026", { entry: subject.entry, home, env: { ...env, ...own } }),
    openLater() {
      clock.set(LONG_AFTER_MS);
      return openTaskClient("2026", { entry: subject.entry, home, env: { ...env, ...clock.env } });
    },
    journal: () => readFileSync(journal, "utf8").split("\n").filter(Boolean),
  };
}

const counted = (task: { error?: { data?: { partial?: unknown } } }) =>
  (task.error?.data?.partial as { counted: number[] } | undefined)?.counted ?? [];

/** Waits until something that was finished is in the database, as another process sees it. */
const untilKept = ({ get }: TaskClient, id: string) =>
  waitUntil(async () => (await get(id)).statusMessage !== undefined || undefined);

describe.each([
  ["SQLite", async () => ({})],
  ["PostgreSQL", async () => ({ DATABASE_URL: await postgresUrl() })],
])("processes that share %s", (_, settings) => {
  test("a task ends for everybody with the process that runs it, with what it had finished", async () => {
    const { open, openLater, journal } = await processes(await settings());
    const [runner, other] = await Promise.all([open(), open()]);
    const { taskId } = await runner.start("slow_compute", { seconds: 60, label: "count" });
    expect((await other.get(taskId)).status).toBe("working");
    await untilKept(other, taskId);
    await runner.server.kill("SIGKILL");
    expect((await other.get(taskId)).status).toBe("working");
    const later = await openLater();
    const task = await later.get(taskId);
    expect(task).toMatchObject({
      status: "failed",
      statusMessage: "The server process that ran it has ended.",
    });
    expect(task.error?.message).toContain("start the call again for the rest");
    expect(counted(task)[0]).toBe(1);
    expect(await other.get(taskId)).toEqual(task);
    expect(journal()).toEqual(["begun count"]);
  });

  test("two clients in two processes see one task run once, and the same end", async () => {
    const { open, journal } = await processes(await settings());
    const [runner, other] = await Promise.all([open(), open()]);
    const { taskId } = await runner.start("slow_compute", { seconds: 0.4, label: "count" });
    const seen = await Promise.all([runner, other].map(({ until }) => until(taskId, ...ENDED)));
    expect(seen[0]).toEqual(seen[1]);
    expect(seen[0]?.result?.content[0]?.text).toBe("count took 0.4 s");
    expect(journal()).toEqual(["begun count", "done count"]);
  });

  test("a task is cancelled, and its questions are answered, from another process", async () => {
    const { open, journal } = await processes(await settings());
    const [runner, other] = await Promise.all([open(), open()]);
    const [long, asking] = [
      await runner.start("slow_compute", { seconds: 60, label: "count" }),
      await runner.start("confirm_delete", { filename: "a.txt" }),
    ];
    await other.until(asking.taskId, "input_required");
    await other.cancel(long.taskId);
    const confirm = { action: "accept", content: { confirm: true } };
    await other.ask("tasks/update", { taskId: asking.taskId, inputResponses: { confirm } });
    const { result } = await runner.until(asking.taskId, "completed");
    expect(result?.content[0]?.text).toBe("a.txt: accept");
    expect((await runner.get(long.taskId)).status).toBe("cancelled");
    expect(journal()).toEqual(["begun count"]);
  });
});

test("a server that is told to stop says so in its tasks, with what they had finished", async () => {
  const { open } = await processes();
  const [runner, other] = await Promise.all([open(), open()]);
  const { taskId } = await runner.start("slow_compute", { seconds: 60, label: "count" });
  await untilKept(other, taskId);
  const exit = await runner.server.kill("SIGTERM");
  expect(exit.code).toBe(0);
  const task = await other.get(taskId);
  expect(task).toMatchObject({ status: "failed" });
  expect(task.error?.message).toContain("The server was stopped before the call ended.");
  expect(counted(task)[0]).toBe(1);
});

test("a client that goes away leaves its task's end behind for the next one", async () => {
  const { open } = await processes();
  const runner = await open();
  const { taskId } = await runner.start("slow_compute", { seconds: 60, label: "count" });
  await runner.server.end();
  const next = await open();
  expect((await next.get(taskId)).status).toBe("failed");
});

test("of a cancellation and a completion one wins, for good", async () => {
  const { open } = await processes();
  const { start, cancel, get, server } = await open();
  const wins = new Set<string>();
  for (let round = 0; round < 10; round += 1) {
    const { taskId } = await start("slow_compute", { seconds: 0.1, label: `${round}` });
    await waitUntil(() => Date.now() % (7 + round) === 0);
    await cancel(taskId);
    const { status } = await get(taskId);
    wins.add(status);
    expect(["completed", "cancelled"]).toContain(status);
    expect((await get(taskId)).status).toBe(status);
  }
  expect(server.stderr()).not.toContain("failed unexpectedly");
});

test("a thousand tasks that nobody fetches end, are kept, and are not held in memory", async () => {
  const { open } = await processes();
  const { start, get, server } = await open({ LOG_LEVEL: "error" });
  const ids: string[] = [];
  for (let batch = 0; batch < 20; batch += 1) {
    const started = Array.from({ length: 50 }, () => start("failing_job", {}));
    ids.push(...(await Promise.all(started)).map(({ taskId }) => taskId));
  }
  expect(new Set(ids).size).toBe(1_000);
  await waitUntil(async () => ENDED.includes((await get(ids.at(-1) ?? "")).status));
  for (const id of ids.filter((_, at) => at % 100 === 0))
    expect(await get(id)).toMatchObject({ status: "completed", result: { isError: true } });
  expect(server.stderr()).toBe("");
});

test("too many at a time are answered as if there were no tasks", async () => {
  const { open } = await processes();
  const { ask, cancel } = await open();
  const call = { name: "slow_compute", arguments: { seconds: 0.5, label: "count" } };
  const answers = await Promise.all(Array.from({ length: 70 }, () => ask("tools/call", call)));
  const results = answers.map(({ result }) => result as { resultType: string; taskId?: string });
  const tasks = results.filter(({ resultType }) => resultType === "task");
  expect(tasks).toHaveLength(64);
  expect(results.filter(({ resultType }) => resultType === "complete")).toHaveLength(6);
  await cancel(tasks[0]?.taskId ?? "");
});
