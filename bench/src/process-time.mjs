import { readFileSync } from "node:fs";

const TICKS_PER_SECOND = 100;

/**
 * Processor time of a process in milliseconds, where the platform tells; not a number elsewhere.
 * @param {number} pid
 */
export function processTime(pid) {
  if (process.platform !== "linux") return Number.NaN;
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The name of the program, in brackets, may hold anything.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return ((Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND) * 1_000;
}
