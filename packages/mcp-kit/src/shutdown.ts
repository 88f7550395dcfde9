import { setTimeout as delay } from "node:timers/promises";
import type { CallsInFlight } from "./calls-in-flight.ts";
import { isThreadBusy } from "./is-thread-busy.ts";
import type { Logger } from "./logger.ts";

const FINISH_WRITES_MS = 700;
const WHOLE_MS = 1_300;
const FINISH_THREADS_MS = 500;
const LOOK_EVERY_MS = 10;

type Parts = {
  inFlight: Pick<CallsInFlight, "abortAll" | "settled">;
  closeTransport(): Promise<void>;
  closeContext(): Promise<void>;
  log: Logger;
};

/** Stops calls, lets started writes finish, closes everything: in less than two seconds. */
export async function shutDown({ inFlight, closeTransport, closeContext, log }: Parts) {
  const began = performance.now();
  inFlight.abortAll(new Error("The server is shutting down."));
  await inFlight.settled(FINISH_WRITES_MS);
  const leftMs = WHOLE_MS - (performance.now() - began);
  const closed = Promise.allSettled([closeTransport(), logged(closeContext, log)]);
  await within(leftMs, closed.then(threadsFinished));
}

/** Resolves when no thread is busy, or after a while: one may never be done. */
async function threadsFinished(): Promise<void> {
  const deadline = performance.now() + FINISH_THREADS_MS;
  while (isThreadBusy() && performance.now() < deadline) await delay(LOOK_EVERY_MS);
}

async function logged(close: () => Promise<void>, log: Logger): Promise<void> {
  try {
    await close();
  } catch (error) {
    log.error("closing failed", { error });
  }
}

async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, limit]);
  clearTimeout(timer);
}
