import {
  processesOfGroups,
  type ProcessStat,
  processStat,
  signalGroup,
} from "./process-identity.ts";

export type Limited = {
  group: number;
  memoryLimitMb(): number;
  cpuPercent(): number;
  /** Called once with what it used when it was over its memory limit. */
  onMemoryExceeded(usedMb: number): void;
  /** Called when it has used CPU since the last look. */
  onActivity(): void;
};

type Watched = Limited & { cpuMs: number; debtMs: number; stopped: boolean; reported: boolean };

const CHECK_MS = 200;
const MS_PER_TICK = 10;
/** CPU time that a child may use ahead of its share before it is stopped for a while. */
const BURST_MS = 300;

/**
 * Looks at all children several times a second: over its memory a child is ended, over its share of CPU it is
 * stopped until the share is made up. Only Linux tells what whole groups use; elsewhere nothing is limited.
 */
export class LimitKeeper {
  readonly #watched = new Map<number, Watched>();
  readonly #pageBytes = process.platform === "linux" ? pageBytes() : 0;
  #timer: NodeJS.Timeout | undefined;
  #checkedAt = 0;

  add(limited: Limited): void {
    if (this.#pageBytes === 0) return;
    const fresh = { ...limited, cpuMs: 0, debtMs: 0, stopped: false, reported: false };
    this.#watched.set(limited.group, fresh);
    if (this.#timer) return;
    this.#checkedAt = performance.now();
    this.#timer = setInterval(() => this.#check(), CHECK_MS).unref();
  }

  remove(group: number): void {
    this.#watched.delete(group);
    if (this.#watched.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #check(): void {
    const now = performance.now();
    const elapsed = now - this.#checkedAt;
    this.#checkedAt = now;
    const members = processesOfGroups(new Set(this.#watched.keys()));
    for (const watched of this.#watched.values()) {
      const own = members.filter(({ group }) => group === watched.group);
      if (own.length === 0) continue;
      this.#checkMemory(watched, own);
      keepShare(watched, own, elapsed);
    }
  }

  #checkMemory(watched: Watched, members: readonly ProcessStat[]): void {
    const pages = members.reduce((sum, { residentPages }) => sum + residentPages, 0);
    const usedMb = (pages * this.#pageBytes) / (1024 * 1024);
    if (usedMb <= watched.memoryLimitMb() || watched.reported) return;
    watched.reported = true;
    watched.onMemoryExceeded(Math.ceil(usedMb));
  }
}

function keepShare(watched: Watched, members: readonly ProcessStat[], elapsedMs: number): void {
  const cpuMs = members.reduce((sum, { cpuTicks }) => sum + cpuTicks, 0) * MS_PER_TICK;
  const usedMs = Math.max(0, cpuMs - watched.cpuMs);
  const allowedMs = (elapsedMs * watched.cpuPercent()) / 100;
  if (usedMs >= 2 * MS_PER_TICK) watched.onActivity();
  watched.cpuMs = cpuMs;
  watched.debtMs = Math.max(-BURST_MS, watched.debtMs + usedMs - allowedMs);
  const stop = watched.debtMs > (watched.stopped ? 0 : BURST_MS);
  if (stop === watched.stopped) return;
  watched.stopped = stop;
  signalGroup(watched.group, stop ? "SIGSTOP" : "SIGCONT");
}

/** The kernel counts memory in pages and does not say how large they are, except by this. */
function pageBytes(): number {
  const pages = processStat(process.pid)?.residentPages ?? 0;
  const ratio = pages === 0 ? 4_096 : process.memoryUsage.rss() / pages;
  return [4_096, 16_384, 65_536].toSorted(
    (left, right) => Math.abs(left - ratio) - Math.abs(right - ratio),
  )[0] as number;
}
