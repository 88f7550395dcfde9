import { setTimeout as delay } from "node:timers/promises";
import {
  buildFixture,
  cuttingProxy,
  makePostgres,
  seededRandom,
  shiftedClock,
} from "@faculties/testkit";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { openStorage } from "../open-storage.ts";
import { temporaryDatabaseFile } from "../testing.ts";
import { checkHistory } from "./check-history.ts";
import { createHistory } from "./history-tables.ts";
import { finalState } from "./perform.ts";
import { type Fault, type RecordedRun, runHistory } from "./run-history.ts";

// Hours on demand: HISTORY_SECONDS=7200 HISTORY_SEED=1 vitest run histories
const SECONDS = Number(process.env["HISTORY_SECONDS"] ?? 10);
const SEED = Number(process.env["HISTORY_SEED"] ?? Math.floor(Math.random() * 1_000_000));
const LONGEST_ROUND_MS = 30_000;
const DAY_MS = 24 * 60 * 60 * 1000;

let worker = "";
beforeAll(async () => {
  worker = await buildFixture(new URL("fixtures/history-worker.ts", import.meta.url));
});

async function clockFault(): Promise<{ fault: Fault; env: Readonly<Record<string, string>> }> {
  const clock = await shiftedClock();
  const happen = async (random: () => number) => clock.set(Math.round((random() - 0.5) * DAY_MS));
  return { fault: { name: "clock", weight: 1, happen }, env: clock.env };
}

type Place = { file: string } | { url: string; namespace: string };

async function expectSound(run: RecordedRun, place: Place, seed: number): Promise<void> {
  const storage = openStorage({ ...place, migrations: [createHistory] });
  const final = await finalState(storage);
  const problems = await storage.integrityProblems();
  await storage.close();
  const counted = (outcome: string) =>
    run.history.filter((operation) => operation.outcome === outcome).length;
  const figures = ["done", "refused", "unknown"].map((outcome) => `${counted(outcome)} ${outcome}`);
  process.stdout.write(
    `history with seed ${seed}: ${figures.join(", ")}; ${JSON.stringify(run.happened)}\n`,
  );
  expect({ seed, problems, anomalies: checkHistory(run.history, final).slice(0, 10) }).toEqual({
    seed,
    problems: [],
    anomalies: [],
  });
  expect(counted("done")).toBeGreaterThan(0);
}

/** Rounds on new databases, so that a history stays short enough to be checked. */
async function inRounds(round: (seed: number, lastsMs: number) => Promise<void>): Promise<void> {
  const random = seededRandom(SEED);
  const totalMs = SECONDS * 1_000;
  for (let spentMs = 0; spentMs < totalMs; spentMs += LONGEST_ROUND_MS)
    await round(Math.floor(random() * 1e9), Math.min(LONGEST_ROUND_MS, totalMs - spentMs));
}

const timeout = (SECONDS * 4 + 120) * 1_000;

describe.skipIf(process.platform === "win32")("histories of processes that share", () => {
  test("a SQLite file have nothing lost, doubled, reordered or torn", { timeout }, async () => {
    const { fault, env } = await clockFault();
    await inRounds(async (seed, lastsMs) => {
      const place = { file: temporaryDatabaseFile() };
      const run = await runHistory({ worker, place, seed, lastsMs, env, faults: [fault] });
      await expectSound(run, place, seed);
    });
  });

  test("a PostgreSQL have nothing lost, doubled, reordered or torn", { timeout }, async () => {
    const server = await makePostgres();
    onTestFinished(() => server.remove());
    const url = new URL(server.url);
    const proxy = await cuttingProxy(Number(url.port));
    url.port = String(proxy.port);
    const { fault, env } = await clockFault();
    const faults: Fault[] = [
      fault,
      { name: "cut", weight: 2, happen: async () => proxy.cut() },
      {
        name: "cut off",
        weight: 1,
        async happen(random) {
          proxy.cutOff();
          await delay(random() * 200);
          proxy.restore();
        },
      },
      {
        name: "crash",
        weight: 0.5,
        async happen() {
          await server.kill();
          await server.start();
        },
      },
    ];
    let rounds = 0;
    await inRounds(async (seed, lastsMs) => {
      rounds += 1;
      const namespace = `history_${rounds}`;
      const place = { url: url.href, namespace };
      const run = await runHistory({ worker, place, seed, lastsMs, env, faults });
      await expectSound(run, { url: server.url, namespace }, seed);
    });
  });
});
