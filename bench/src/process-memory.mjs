import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/**
 * Resident memory of a process in MB: now, and the most it ever was where the platform tells (else the same).
 * @param {number} pid
 */
export function processMemory(pid) {
  if (process.platform === "linux") {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return { now: kilobytes(status, "VmRSS") / 1024, peak: kilobytes(status, "VmHWM") / 1024 };
  }
  const now =
    Number(execFileSync("ps", ["-o", "rss=", "-p", `${pid}`], { encoding: "utf8" })) / 1024;
  return { now, peak: now };
}

/**
 * @param {string} status
 * @param {string} field
 */
function kilobytes(status, field) {
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, "m").exec(status)?.[1]);
}
