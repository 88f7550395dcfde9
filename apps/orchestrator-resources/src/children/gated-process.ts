import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readlink } from "node:fs/promises";
import type { Readable, Writable } from "node:stream";
import { CodedError } from "@faculties/errors";

export type Launch = {
  file: string;
  args: readonly string[];
  /** Without links in it. */
  cwd: string;
  env: Record<string, string>;
};

export type ProcessEnd = { exitCode: number | null; signal: NodeJS.Signals | null };

export type GatedProcess = {
  /** Also the id of its process group. */
  pid: number;
  stdin: Writable;
  stdout: Readable;
  stderr: Readable;
  /** Lets the program begin. Without this the process ends, at the latest together with the server. */
  open(): void;
  abandon(): void;
  ended: Promise<ProcessEnd>;
};

// Waits for a line, then becomes the program: pid and group are known and on record before anything runs.
const GATE = 'ulimit -c 0; read -r go <&3 || exit 125; exec 3<&-; exec "$@"';

/** Starts a process in a group of its own that waits at a gate. */
export async function startGated(launch: Launch): Promise<GatedProcess> {
  const child = await spawnGate(launch);
  await requireFolder(child, launch.cwd);
  const gate = child.stdio[3] as Writable;
  const { stdin, stdout, stderr } = child as {
    stdin: Writable;
    stdout: Readable;
    stderr: Readable;
  };
  // Writing to a program that has ended is reported by the write itself.
  for (const stream of [stdin, gate]) stream.on("error", () => stream.destroy());
  const ended = new Promise<ProcessEnd>((resolve) => {
    child.once("exit", (exitCode, signal) => resolve({ exitCode, signal }));
  });
  return {
    pid: child.pid as number,
    stdin,
    stdout,
    stderr,
    open: () => gate.end("go\n"),
    abandon: () => {
      for (const stream of [gate, stdin, stdout, stderr]) stream.destroy();
    },
    ended,
  };
}

async function spawnGate({ file, args, cwd, env }: Launch): Promise<ChildProcess> {
  try {
    const child = spawn("/bin/sh", ["-c", GATE, "sh", file, ...args], {
      cwd,
      env,
      detached: true,
      stdio: ["pipe", "pipe", "pipe", "pipe"],
    });
    await once(child, "spawn");
    return child;
  } catch (cause) {
    const { code = "unknown error" } = cause as NodeJS.ErrnoException;
    throw new CodedError("E-CHILD-SPAWN", `The system did not start ${file} in ${cwd}: ${code}.`, {
      cause,
      details: { command: file, reason: code },
    });
  }
}

/** A folder that was swapped for a link since it was allowed would let the program begin elsewhere. */
async function requireFolder(child: ChildProcess, cwd: string): Promise<void> {
  // Only some systems tell where a process is.
  const actual = await readlink(`/proc/${child.pid}/cwd`).catch(() => cwd);
  if (actual === cwd) return;
  child.kill("SIGKILL");
  throw new CodedError(
    "E-CHILD-DENIED",
    `The folder ${cwd} was replaced while the child was started; nothing was run. Try again.`,
  );
}
