import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

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

export type ProcessStat = {
  pid: number;
  group: number;
  /** Clock ticks of the process and of the children it has waited for. */
  cpuTicks: number;
  startTicks: string;
  residentPages: number;
  /** Whether a signal has stopped it. */
  isStopped: boolean;
};

/** The figures in `/proc/<pid>/stat`; undefined when the process has ended. */
export function processStat(pid: number): ProcessStat | undefined {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    return undefined;
  }
  // The name is in parentheses and may hold anything, also parentheses and spaces.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  // One that only waits to be collected does nothing any more.
  if (fields[0] === "Z" || fields[0] === "X") return undefined;
  const number = (index: number) => Number(fields[index]);
  return {
    pid,
    group: number(2),
    cpuTicks: number(11) + number(12) + number(13) + number(14),
    startTicks: fields[19] ?? "",
    residentPages: number(21),
    isStopped: fields[0] === "T" || fields[0] === "t",
  };
}

/** All processes that are members of one of the groups. */
export function processesOfGroups(groups: ReadonlySet<number>): ProcessStat[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => processStat(Number(name)) ?? [])
    .filter(({ group }) => groups.has(group));
}

/** Sends a signal to every process of a group; false when none is left. */
export function signalGroup(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-group, signal);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // EPERM: some are there, but changed their user.
    if (code === "ESRCH" || code === "EPERM") return code === "EPERM";
    throw error;
  }
}
