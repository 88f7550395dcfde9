import { spawn } from "node:child_process";
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import { afterFile } from "./after-test.ts";
import { cleanEnvironment } from "./clean-environment.ts";
import type { GivenEnvironment } from "./clean-environment.ts";
import { temporaryHome } from "./temporary-home.ts";
import type { TemporaryHome } from "./temporary-home.ts";

export interface ProcessOptions {
  /** The built program: a file that `node` runs. */
  readonly entry: string;
  readonly args?: readonly string[] | undefined;
  readonly env?: GivenEnvironment | undefined;
  /** The home directory unless given. */
  readonly cwd?: string | undefined;
  /** A new temporary home unless given: give one to start several programs on the same files. */
  readonly home?: TemporaryHome | undefined;
}

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** From the request to stop (or from the start, if it ended by itself) to the end of the process. */
  readonly ms: number;
}

export interface ServerProcess {
  readonly child: ChildProcessWithoutNullStreams;
  readonly pid: number;
  readonly home: TemporaryHome;
  stderr(): string;
  /** Resolves when the process has ended and its output is read. */
  readonly exited: Promise<Exit>;
  /** Resolves when the bytes were handed to the process. */
  write(data: string | Uint8Array): Promise<void>;
  /** Close its stdin and wait for its end; one that stays is killed and an error. */
  endInput(deadlineMs?: number): Promise<Exit>;
  /** Send a signal and wait for its end; one that stays is killed and an error. */
  kill(signal?: NodeJS.Signals, deadlineMs?: number): Promise<Exit>;
}

const drainMs = 1_000;

/** Run a program in a clean environment, in a home of its own. */
export async function startProcess(options: ProcessOptions): Promise<ServerProcess> {
  const home = options.home ?? (await temporaryHome());
  const child = spawn(process.execPath, [options.entry, ...(options.args ?? [])], {
    cwd: options.cwd ?? home.directory,
    env: cleanEnvironment(home, options.env),
    stdio: "pipe",
  });
  const leftover = afterFile(() => child.kill("SIGKILL"));
  const errors: Buffer[] = [];
  child.stderr.on("data", (chunk: Buffer) => errors.push(chunk));
  // A write to a program that has ended is reported to the writer, not to the stream.
  child.stdin.on("error", () => undefined);
  let stopRequested = performance.now();
  const exited = new Promise<Exit>((resolve) => {
    child.once("exit", (code, signal) => {
      const exit = { code, signal, ms: performance.now() - stopRequested };
      // A grandchild that holds the pipes open would keep "close" away for ever.
      const drained = setTimeout(() => resolve(exit), drainMs);
      child.once("close", () => {
        clearTimeout(drained);
        resolve(exit);
      });
      leftover.callOff();
    });
  });
  await once(child, "spawn");
  const stderr = () => Buffer.concat(errors).toString("utf8");

  async function stop(how: string, request: () => void, deadlineMs: number): Promise<Exit> {
    stopRequested = performance.now();
    request();
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      child.kill("SIGKILL");
    }, deadlineMs);
    const exit = await exited;
    clearTimeout(timer);
    if (late)
      throw new Error(`Still alive ${deadlineMs} ms after ${how}; its stderr:\n${stderr()}`);
    return exit;
  }

  return {
    child,
    pid: child.pid as number,
    home,
    stderr,
    exited,
    write: (data) =>
      new Promise((resolve, reject) => {
        child.stdin.write(data, (error) => (error ? reject(error) : resolve()));
      }),
    endInput: (deadlineMs = 5_000) => stop("stdin was closed", () => child.stdin.end(), deadlineMs),
    kill: (signal = "SIGKILL", deadlineMs = 5_000) =>
      stop(signal, () => child.kill(signal), deadlineMs),
  };
}
