import { Worker } from "node:worker_threads";
import type { Logger } from "../observe/logger.ts";

type WatchdogSettings = {
  log: Logger;
  /** The reaction to a signal: end the process in any case, or only if its event loop stands still. */
  atSignal: "end" | "end-if-stalled";
  /** Whether the process belongs to the one that started it, and is of no use without. */
  followsParent: boolean;
};

// Shutting down takes less than this, and the whole stays below two seconds.
const END_AFTER_MS = 1_700;
// Together below two seconds as well.
const LOOK_EVERY_MS = 500;
const ANSWER_MS = 1_400;
const HEAP = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1, stackSizeMb: 1 };

/**
 * Node delivers signals to the event loop of the main thread, so that code which never returns to it cannot be stopped by
 * SIGTERM. libuv itself delivers them to every loop that listens: Node's own listener, started in a thread, hears them too.
 */
const PROGRAM = `
const { parentPort, workerData } = require("node:worker_threads");
const { startListeningIfSignal } = require("internal/process/signal");
const { atSignal, parent, endAfterMs, lookEveryMs, answerMs } = workerData;
const end = () => process.kill(process.pid, "SIGKILL");
let asked;
const ask = () => {
  if (asked) return;
  asked = setTimeout(end, answerMs);
  parentPort.postMessage("alive?");
};
parentPort.on("message", () => {
  clearTimeout(asked);
  asked = undefined;
});
for (const name of ["SIGTERM", "SIGINT"]) {
  process.on(name, () => (atSignal === "end" ? setTimeout(end, endAfterMs) : ask()));
  startListeningIfSignal(name);
}
if (parent !== undefined) setInterval(() => process.ppid !== parent && ask(), lookEveryMs);
parentPort.postMessage("listening");
`;

let start: (() => void) | undefined;

/** Makes `startWatchdog` start a thread that ends this process when it is told to end and does not. */
export function armWatchdog(settings: WatchdogSettings): void {
  start = () => watch(settings);
}

/** Called before the first work that could block, not at the start of the process, which it would delay. */
export function startWatchdog(): void {
  const startNow = start;
  start = undefined;
  startNow?.();
}

function watch({ log, atSignal, followsParent }: WatchdogSettings): void {
  const workerData = {
    atSignal,
    parent: followsParent ? process.ppid : undefined,
    endAfterMs: END_AFTER_MS,
    lookEveryMs: LOOK_EVERY_MS,
    answerMs: ANSWER_MS,
  };
  try {
    const thread = new Worker(PROGRAM, {
      eval: true,
      name: "watchdog",
      execArgv: ["--expose-internals", "--no-warnings"],
      env: {},
      workerData,
      resourceLimits: HEAP,
    });
    thread.on("message", (message) => {
      if (message === "listening") log.debug("the watchdog is listening");
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      else thread.postMessage("alive");
    });
    thread.on("error", (error) => log.debug("the watchdog cannot run", { error }));
    thread.unref();
  } catch (error) {
    // Such as where Node's permissions allow no threads: signals still end a process that is not blocked.
    log.debug("the watchdog cannot start", { error });
  }
}
