import { type ChildProcess, spawn } from "node:child_process";
import type { CliOutput } from "./cli-agent.ts";

type CliProcess = {
  program: string;
  arguments: string[];
  cwd: string;
  environment: Record<string, string>;
  input: string;
  /** Ends the process and everything that it has started. */
  signal: AbortSignal;
  maxOutputBytes: number;
};

export type CliProcessOutput = CliOutput & {
  /** The signal stopped it. */
  stopped: boolean;
  /** It wrote more than the limit and was stopped; the output is cut. */
  oversized: boolean;
};

const STDERR_BYTES = 64 * 1024;
const GRACE_MS = 1000;
const PIPE_GRACE_MS = 500;

/** Runs a program in its own process group until the whole group has ended. Rejects only if it cannot start. */
export async function runCliProcess(run: CliProcess): Promise<CliProcessOutput> {
  const child = spawn(run.program, run.arguments, {
    cwd: run.cwd,
    env: run.environment,
    stdio: ["pipe", "pipe", "pipe"],
    detached: process.platform !== "win32",
    windowsHide: true,
  });
  // A server that exits during a call ends its agents.
  const release = atProcessExit(() => killGroup(child, "SIGKILL"));
  return new Promise((resolve, reject) => {
    let stopped = false;
    let oversized = false;
    let escalation: NodeJS.Timeout | undefined;
    let pipes: NodeJS.Timeout | undefined;
    const end = () => {
      killGroup(child, "SIGTERM");
      escalation ??= setTimeout(() => killGroup(child, "SIGKILL"), GRACE_MS);
    };
    const stop = () => {
      stopped = true;
      end();
    };
    const stdout = collect(child.stdout, run.maxOutputBytes, () => {
      oversized = true;
      end();
    });
    const stderr = collectTail(child.stderr, STDERR_BYTES);
    const settle = (outcome: () => void) => {
      release();
      run.signal.removeEventListener("abort", stop);
      clearTimeout(escalation);
      clearTimeout(pipes);
      outcome();
    };

    child.on("error", (error) => settle(() => reject(error)));
    child.on("exit", () => {
      // Processes that the agent leaves in its group must not outlive it or hold its pipes open.
      killGroup(child, "SIGKILL");
      pipes = setTimeout(() => {
        child.stdout.destroy();
        child.stderr.destroy();
      }, PIPE_GRACE_MS);
    });
    child.on("close", (exitCode) =>
      settle(() => resolve({ stdout: stdout(), stderr: stderr(), exitCode, stopped, oversized })),
    );
    // An agent that ends without reading its prompt breaks the pipe; its exit code gives the reason.
    child.stdin.on("error", () => child.stdin.destroy());
    child.stdin.end(run.input);
    run.signal.addEventListener("abort", stop, { once: true });
    if (run.signal.aborted) stop();
  });
}

function collect(stream: NodeJS.ReadableStream, maxBytes: number, onOversize: () => void) {
  const chunks: Buffer[] = [];
  let size = 0;
  stream.on("data", (chunk: Buffer) => {
    if (size > maxBytes) return;
    size += chunk.length;
    chunks.push(chunk);
    if (size > maxBytes) onOversize();
  });
  return () => Buffer.concat(chunks).toString("utf8");
}

function collectTail(stream: NodeJS.ReadableStream, maxBytes: number) {
  let tail: Buffer = Buffer.alloc(0);
  stream.on("data", (chunk: Buffer) => {
    tail = Buffer.concat([tail, chunk]).subarray(-maxBytes);
  });
  return () => tail.toString("utf8");
}

/** Whether a process was left to signal. A group that has already ended does not count as an error. */
function killGroup(child: ChildProcess, signal: NodeJS.Signals): boolean {
  if (child.pid === undefined) return false;
  try {
    return process.platform === "win32" ? child.kill(signal) : process.kill(-child.pid, signal);
  } catch {
    return false;
  }
}

const releases = new Set<() => void>();
let isHooked = false;

/** Runs `release` if this process exits before the returned function is called; the newest runs first. */
export function atProcessExit(release: () => void): () => void {
  releases.add(release);
  if (!isHooked) {
    isHooked = true;
    process.once("exit", () => {
      for (const left of [...releases].toReversed()) left();
    });
  }
  return () => {
    releases.delete(release);
  };
}
