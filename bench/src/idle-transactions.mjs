import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { startPostgres } from "./start-postgres.mjs";

/** @import { BenchContext, Subject } from "./types.ts" */

const WORKERS = 2;
/** PostgreSQL counts what a connection did only once the connection has been idle for ten seconds. */
const SETTLE_MS = 15_000;
const MEASURE_MS = 20_000;
/** Every connection of the servers asks within this time, and is counted then. */
const QUICK_MS = 10_000;

const COUNT =
  "select xact_commit + xact_rollback as n from pg_stat_database where datname = current_database()";

/**
 * Transactions per second of a server and its workers, of which none has anything to do.
 * @param {BenchContext} context
 * @param {Subject} subject
 */
export async function idleTransactions(context, subject) {
  const server = await startPostgres();
  const url = await server.createDatabase();
  const env = { DATABASE_URL: url };
  const session = await context.openSession({ ...subject, env: { ...subject.env, ...env } });
  await session.initialize();
  await session.call({ name: "plan_list", arguments: {} }, 0);
  const args = [subject.entry, "worker", "--label", "idle", "--allow-command", process.execPath];
  const workers = Array.from({ length: WORKERS }, () =>
    spawn(process.execPath, args, {
      env: { PATH: process.env["PATH"], HOME: context.newHome(), ...env },
      stdio: ["ignore", "pipe", "ignore"],
    }),
  );
  const ended = workers.map((worker) => once(worker, "exit"));
  const client = new pg.Client({ connectionString: url });
  try {
    await Promise.all(workers.map(({ stdout }) => once(stdout, "data")));
    await client.connect();
    const count = async () => Number((await client.query(COUNT)).rows[0].n);
    await delay(SETTLE_MS);
    const [before, startedAt] = [await count(), performance.now()];
    await delay(context.quick ? QUICK_MS : MEASURE_MS);
    const after = await count();
    return ((after - before) * 1_000) / (performance.now() - startedAt);
  } finally {
    await client.end();
    for (const worker of workers) worker.kill("SIGTERM");
    await Promise.all([...ended, session.close()]);
    await server.stop();
  }
}
