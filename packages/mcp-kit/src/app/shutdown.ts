import { setTimeout as delay } from "node:timers/promises";
import { withDeadline } from "@faculties/std";
import type { Logger } from "../observe/logger.ts";
import type { CallsInFlight } from "../tools/calls-in-flight.ts";

const FINISH_WRITES_MS = 700;
const WHOLE_MS = 1_300;
const FINISH_THREADS_MS = 500;
const LOOK_EVERY_MS = 10;

type ShutdownSteps = {
  inFlight: Pick<CallsInFlight, "abortAll" | "settled">;
  closeTransport(): Promise<void>;
  closeContext(): Promise<void>;
  log: Logger;
};

/** Stops calls, lets started writes finish, closes everything: in less than two seconds. */
export async function shutDown({ inFlight, closeTransport, closeContext, log }: ShutdownSteps) {
  const began = performance.now();
  inFlight.abortAll(new Error("The server is shutting down."));
  await inFlight.settled(FINISH_WRITES_MS);
  const leftMs = WHOLE_MS - (performance.now() - began);
  const closed = Promise.allSettled([closeTransport(), logged(closeContext, log)]);
  await withDeadline(closed.then(threadsFinished), leftMs, () => undefined);
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

/** Work that other threads do for the event loop: on files, and on names of hosts. */
const THREADED = /^(?:FSReq|Get\w+InfoReq)/;

function isThreadBusy(): boolean {
  return process.getActiveResourcesInfo().some((resource) => THREADED.test(resource));
}

/**
 * Ends the process with code 0. Node's own exit waits for its threads, and one that asks a name server which does not
 * answer, or opens a pipe that nobody writes to, cannot be stopped: then SIGKILL ends the process. SIGTERM would not, as
 * the watchdog's thread listens to it.
 */
export function endProcess(): never {
  // The last of those who listen, so that all others have cleaned up.
  if (isThreadBusy()) process.once("exit", endAtOnce);
  process.exit(0);
}

function endAtOnce(): void {
  process.kill(process.pid, "SIGKILL");
}
