import { type ChildProcess, spawn } from "node:child_process";
import { win32 } from "node:path";

const running = new Map<ChildProcess, string | undefined>();
let isWatching = false;

/** Ends the process together with this one, should it still run by then. */
export function endWithThisProcess(child: ChildProcess, systemRoot: string | undefined): void {
  if (!isWatching) process.once("exit", () => running.forEach((_, left) => endProcess(left)));
  isWatching = true;
  running.set(child, systemRoot);
  child.once("exit", () => running.delete(child));
  child.once("error", () => running.delete(child));
}

/** Kills a process and all that it started; elsewhere than on Windows it leads a group of its own. */
export function endProcess(child: ChildProcess): void {
  if (child.pid === undefined || !running.has(child)) return;
  if (process.platform === "win32") {
    const system = win32.join(running.get(child) ?? "C:\\Windows", "System32");
    spawn(win32.join(system, "taskkill.exe"), ["/pid", `${child.pid}`, "/t", "/f"], {
      stdio: "ignore",
    })
      .once("error", () => child.kill("SIGKILL"))
      .unref();
    return;
  }
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    // It ended in between.
  }
}
