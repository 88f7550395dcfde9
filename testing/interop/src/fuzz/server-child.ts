import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { temporaryHome } from "@faculties/testkit";
import type { Subject } from "../find-servers.mjs";

const MOST_LOG = 2 ** 20;

export type ServerChild = {
  process: ChildProcessWithoutNullStreams;
  log(): string;
  ended(): string | undefined;
  /** Resident memory in MB. */
  memory(): number;
  kill(): Promise<void>;
};

/** Starts a server whose answers are not kept, however many there are. */
export async function startChild(
  { entry, args, env }: Subject,
  more: readonly string[],
  level: string,
): Promise<ServerChild> {
  const home = await temporaryHome();
  const child = spawn(process.execPath, [entry, ...args, ...more], {
    cwd: home.directory,
    env: { PATH: process.env["PATH"], ...home.env, ...env, LOG_LEVEL: level },
  });
  let log = "";
  let end: string | undefined;
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    log = (log + text).slice(-MOST_LOG);
  });
  const ended = new Promise<void>((resolve) => {
    child.once("close", (code, signal) => {
      end = `It ended with ${signal ?? code}.`;
      resolve();
    });
  });
  // A server that has died shows by its end, not by the pipe that broke.
  child.stdin.on("error", () => undefined);
  return {
    process: child,
    log() {
      const said = log;
      log = "";
      return said;
    },
    ended: () => end,
    memory: () => (end === undefined ? residentMegabytes(child.pid) : 0),
    async kill() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

function residentMegabytes(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return Math.round(Number(/VmRSS:\s*(\d+)/.exec(status)?.[1] ?? 0) / 1024);
  } catch {
    return 0;
  }
}
