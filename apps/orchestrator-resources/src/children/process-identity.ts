import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { processStat } from "./process-stat.ts";

/**
 * Something that tells a process from a later one with the same pid: when it was started, and since which
 * boot. Undefined when there is no such process.
 */
export function processIdentity(pid: number): string | undefined {
  if (process.platform !== "linux") return startTimeByPs(pid);
  const stat = processStat(pid);
  return stat && `${bootId()}:${stat.startTicks}`;
}

/** Whether a process that was seen earlier is still the one with its pid. */
export function isSameProcess(pid: number, identity: string): boolean {
  return processIdentity(pid) === identity;
}

let knownBootId: string | undefined;

function bootId(): string {
  knownBootId ??= readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  return knownBootId;
}

function startTimeByPs(pid: number): string | undefined {
  try {
    return execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).trim();
  } catch {
    // ps fails when there is no such process.
    return undefined;
  }
}
