import { readFileSync } from "node:fs";

/** Which share of the time since then the busiest disk was at work; undefined where the system does not tell. */
export function diskUse() {
  const began = { at: performance.now(), busy: busyMs() };
  return () => {
    const ms = performance.now() - began.at;
    const shares = [...busyMs()].map(([disk, busy]) => (busy - (began.busy.get(disk) ?? 0)) / ms);
    return shares.length === 0 ? undefined : Math.min(1, Math.max(...shares));
  };
}

/** How long each disk has been at work, in ms. */
function busyMs() {
  /** @type {Map<string, number>} */
  const disks = new Map();
  for (const line of statistics().split("\n")) {
    const [, , disk, ...figures] = line.trim().split(/\s+/);
    const busy = Number(figures[9]);
    if (disk !== undefined && busy > 0) disks.set(disk, busy);
  }
  return disks;
}

function statistics() {
  try {
    return readFileSync("/proc/diskstats", "utf8");
  } catch {
    return "";
  }
}
