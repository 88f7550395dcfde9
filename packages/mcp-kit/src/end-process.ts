import { isThreadBusy } from "./is-thread-busy.ts";

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
