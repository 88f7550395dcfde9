import { cpus } from "node:os";

/** How many cores all processes together have kept busy since then. */
export function processorUse() {
  const began = { at: performance.now(), busy: busyMs() };
  return () => {
    const ms = performance.now() - began.at;
    return (busyMs() - began.busy) / ms;
  };
}

function busyMs() {
  return cpus().reduce(
    (sum, { times }) => sum + times.user + times.nice + times.sys + times.irq,
    0,
  );
}
