import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { uptime } from "node:os";
import type { Clock } from "./domain/elapsed-since.ts";

const BOOT_ID_FILE = "/proc/sys/kernel/random/boot_id";

/** The wall clock that is given beside a clock that nobody can set: that of the machine's boot, or of this process. */
export function systemClock(now: () => number): Clock {
  const run = randomUUID();
  let bootId: string | false | undefined;
  return {
    now,
    read() {
      bootId ??= readBootId() ?? false;
      const wallMs = now();
      return bootId === false
        ? { wallMs, boot: run, uptimeMs: Math.round(performance.now()) }
        : { wallMs, boot: bootId, uptimeMs: Math.round(uptime() * 1_000) };
    },
  };
}

function readBootId(): string | undefined {
  try {
    return readFileSync(BOOT_ID_FILE, "utf8").trim();
  } catch {
    // Only Linux has it.
    return undefined;
  }
}
