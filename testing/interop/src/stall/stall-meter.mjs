// Loaded into a server before it starts: writes down how long each turn of its event loop took, where that is long.
// Time of the processor counts where the system tells it, so that other work on the machine does not.
import { appendFileSync, readFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

const LOOK_EVERY_MS = 5;
const WORTH_TELLING_MS = 40;
const file = process.env.STALL_FILE;
// Processes that the server starts inherit its environment.
const isServer = isMainThread && /[\\/]main\.mjs$/.test(process.argv[1] ?? "");

if (file !== undefined && isServer) {
  const processorTime = () => {
    try {
      return Number(readFileSync("/proc/thread-self/schedstat", "utf8").split(" ", 1)[0]) / 1e6;
    } catch {
      return performance.now();
    }
  };
  let last = processorTime();
  setInterval(() => {
    const now = processorTime();
    if (now - last > WORTH_TELLING_MS) appendFileSync(file, `${Math.round(now - last)}\n`);
    last = processorTime();
  }, LOOK_EVERY_MS).unref();
}
