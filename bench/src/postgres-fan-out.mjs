import { setTimeout as delay } from "node:timers/promises";
import { number } from "./format.mjs";
import { startHttpServer } from "./start-http-server.mjs";
import { quantile } from "./statistics.mjs";
import { watchOverHttp } from "./watch-over-http.mjs";

/** @import { BenchContext, Subject, Table } from "./types.ts" */

const WATCHERS = 100;
const SERVERS = 4;
const PAUSE_MS = 150;
const LONGEST_MS = 2_000;
/** A subscriber to anything hears of every write that the list of resources has changed. */
const FIRST_TARGET = "memory://targets/target%200";

/**
 * How long after a write was acknowledged by one server the clients of four others have heard of it.
 * @param {BenchContext} context
 * @param {Subject} subject
 * @param {string} url
 * @returns {Promise<Table>}
 */
export async function measureFanOut({ openSession, newHome, quick }, subject, url) {
  const { write } = subject;
  if (write === undefined) throw new Error(`${subject.name} has no write to measure.`);
  const onPostgres = { ...subject, env: { ...subject.env, DATABASE_URL: url } };
  const writer = await openSession(onPostgres);
  await writer.initialize();
  await writer.call(write, 0);
  const servers = await Promise.all(
    Array.from({ length: SERVERS }, () => startHttpServer(onPostgres, newHome())),
  );
  /** @type {number[]} */
  let heardAt = [];
  const ends = await Promise.all(
    Array.from({ length: WATCHERS }, (_, place) => {
      const { url: address } = /** @type {{ url: string }} */ (servers[place % SERVERS]);
      return watchOverHttp(
        address,
        FIRST_TARGET,
        () => void (heardAt[place] ??= performance.now()),
      );
    }),
  );
  const rounds = quick ? 30 : 100;
  const delays = [];
  let missed = 0;
  for (let round = 1; round <= rounds + 5; round += 1) {
    heardAt = [];
    await writer.call(write, round);
    const writtenAt = performance.now();
    while (Object.keys(heardAt).length < WATCHERS && performance.now() - writtenAt < LONGEST_MS)
      await delay(5);
    await delay(PAUSE_MS);
    // The first rounds are for warming up.
    if (round <= 5) continue;
    const heard = heardAt.filter((at) => at !== undefined);
    missed += WATCHERS - heard.length;
    delays.push(...heard.map((at) => Math.max(0, at - writtenAt)));
  }
  await Promise.all(ends.map((end) => end()));
  await Promise.all(servers.map((server) => server.close()));
  await writer.close();
  return {
    title: `From the answer of a write to ${WATCHERS} watchers`,
    columns: ["watchers", "writes", "p50, ms", "p99, ms", "longest, ms", "not heard"],
    rows: [
      [
        `${WATCHERS} clients over HTTP, at ${SERVERS} servers other than the writer's`,
        `${rounds}`,
        number(quantile(delays, 0.5)),
        number(quantile(delays, 0.99)),
        number(Math.max(...delays)),
        `${missed}`,
      ],
    ],
  };
}
