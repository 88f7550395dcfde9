import { readdirSync, readFileSync } from "node:fs";

export type ProcessStat = {
  pid: number;
  group: number;
  /** Clock ticks of the process and of the children it has waited for. */
  cpuTicks: number;
  startTicks: string;
  residentPages: number;
};

/** What Linux tells of a process; undefined when it has ended. */
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
  };
}

/** All processes that are members of one of the groups. */
export function processesOfGroups(groups: ReadonlySet<number>): ProcessStat[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => processStat(Number(name)) ?? [])
    .filter(({ group }) => groups.has(group));
}
