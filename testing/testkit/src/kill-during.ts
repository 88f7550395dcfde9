import { setTimeout as delay } from "node:timers/promises";
import { seededRandom } from "./seeded-random.ts";
import type { Exit } from "./server-process.ts";

export interface KillDuringOptions<T> {
  readonly server: { kill(signal: NodeJS.Signals): Promise<Exit> };
  /** The call with this number; a stream of them runs until the server is dead. */
  readonly call: (index: number) => Promise<T>;
  /** Chooses the moment of the kill. */
  readonly seed: number;
  /** The kill comes after 1 to this many calls were acknowledged. */
  readonly acknowledgedAtMost?: number;
  /** Calls in flight at any time. */
  readonly concurrency?: number;
  /** The kill comes up to so many ms after the chosen acknowledgement. */
  readonly spreadMs?: number;
}

export interface KilledRun<T> {
  readonly acknowledged: readonly { readonly index: number; readonly result: T }[];
  /** Calls that were sent and not answered: they may or may not have happened. */
  readonly unanswered: readonly number[];
  readonly exit: Exit;
}

/** Keep calls running, kill −9 the server at a seeded point among them, and tell what it had acknowledged. */
export async function killDuring<T>(options: KillDuringOptions<T>): Promise<KilledRun<T>> {
  const { server, call, seed, acknowledgedAtMost = 20, concurrency = 8, spreadMs = 5 } = options;
  const random = seededRandom(seed);
  const killAfter = 1 + Math.floor(random() * acknowledgedAtMost);
  const killDelayMs = random() * spreadMs;
  const acknowledged: { index: number; result: T }[] = [];
  const unanswered: number[] = [];
  const failures: unknown[] = [];
  let next = 0;
  let exit: Promise<Exit> | undefined;

  async function kill(): Promise<Exit> {
    await delay(killDelayMs);
    return server.kill("SIGKILL");
  }

  async function stream(): Promise<void> {
    while (failures.length === 0) {
      const index = next;
      next += 1;
      try {
        acknowledged.push({ index, result: await call(index) });
      } catch (error) {
        unanswered.push(index);
        failures.push(error);
      }
      if (acknowledged.length >= killAfter) exit ??= kill();
    }
  }

  await Promise.all(Array.from({ length: concurrency }, stream));
  if (exit === undefined)
    throw new Error("A call failed before the server was killed.", { cause: failures[0] });
  const byIndex = acknowledged.toSorted((left, right) => left.index - right.index);
  return {
    acknowledged: byIndex,
    unanswered: unanswered.toSorted((a, b) => a - b),
    exit: await exit,
  };
}
