import type pg from "pg";
import { Semaphore } from "@faculties/std";
import type { StorageLog } from "../storage.ts";
import type { DatabaseClock } from "../clock.ts";
import { explainPostgresError } from "./postgres-error.ts";

type SharedPool = { pool: pg.Pool; semaphore: Semaphore; users: number };

const pools = new Map<string, SharedPool>();

/**
 * The connections of this process that are set up alike, which all its storages share: a server with many tenants has
 * no more of them than one with few. The last storage to leave closes them.
 */
export function joinPool(
  postgres: typeof pg,
  config: pg.PoolConfig & { max: number },
  settings: string,
  { place, clock, log }: { place: string; clock: DatabaseClock; log: StorageLog | undefined },
): { pool: pg.Pool; semaphore: Semaphore; leave(): Promise<void> } {
  const key = JSON.stringify([config, settings]);
  const shared = pools.get(key) ?? {
    pool: openPool(postgres, config, settings, clock),
    semaphore: new Semaphore(config.max),
    users: 0,
  };
  pools.set(key, shared);
  shared.users += 1;
  const warn = (error: Error) =>
    log?.warn("An idle connection to the database was lost.", {
      database: place,
      cause: explainPostgresError(error, place),
    });
  if (shared.users === 1) shared.pool.on("error", warn);
  return {
    pool: shared.pool,
    semaphore: shared.semaphore,
    async leave() {
      shared.users -= 1;
      if (shared.users > 0) return;
      pools.delete(key);
      await shared.pool.end();
    },
  };
}

const ASK_TIME = "select (extract(epoch from clock_timestamp()) * 1000)::text as now";

function openPool(
  postgres: typeof pg,
  config: pg.PoolConfig,
  settings: string,
  clock: DatabaseClock,
): pg.Pool {
  return new postgres.Pool({
    ...config,
    onConnect: async (client) => {
      const sentAt = clock.ownNow();
      const answers = [await client.query(`${settings}; ${ASK_TIME}`)].flat();
      clock.learn(Number(answers.at(-1)?.rows[0].now), sentAt, clock.ownNow());
    },
  });
}
