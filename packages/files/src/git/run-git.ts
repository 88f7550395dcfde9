import { spawn } from "node:child_process";
import { endProcess, endWithThisProcess } from "./end-process.ts";
import { findProgram } from "./find-program.ts";
import { type Environment, gitEnvironment, type GitSurroundings } from "./git-environment.ts";
import { GitError } from "./git-error.ts";

export type GitResult = { code: number; stdout: Buffer; stderr: string };

export type GitOptions = {
  signal: AbortSignal;
  environment: Environment;
  /** Longest time of all git processes that are started with these options, from now on. */
  timeoutMs: number;
  /** Most that one process may print. */
  maxBytes?: number;
};

export type GitRun = GitSurroundings & { input?: string | undefined };

/** Starts git in one folder, with the time that is left. */
export type Git = (args: readonly string[], run?: GitRun) => Promise<GitResult>;

const MAX_BYTES = 64 * 1024 * 1024;
const MAX_ERROR_BYTES = 16 * 1024;

/** Git for one folder: found once, and never inside of it. */
export async function findGit(folder: string, options: GitOptions): Promise<Git> {
  const { environment, timeoutMs } = options;
  const ends = performance.now() + timeoutMs;
  const program = await findProgram("git", {
    path: environment["PATH"] ?? environment["Path"],
    distrusted: folder,
  });
  if (program === undefined) throw new GitError("missing", "git is not installed here");
  return (args, run = {}) =>
    runGit(program, args, {
      ...options,
      folder,
      input: run.input ?? "",
      remainingMs: ends - performance.now(),
      env: gitEnvironment(environment, run),
    });
}

type GitProcess = GitOptions & {
  folder: string;
  input: string;
  remainingMs: number;
  env: Record<string, string>;
};

function runGit(program: string, args: readonly string[], given: GitProcess): Promise<GitResult> {
  const { signal, timeoutMs, remainingMs, folder, env, input, maxBytes = MAX_BYTES } = given;
  signal.throwIfAborted();
  const late = () =>
    new GitError("timed-out", `git took longer than ${timeoutMs} ms and was stopped`);
  if (remainingMs <= 0) return Promise.reject(late());
  const child = spawn(program, ["--no-pager", "--literal-pathspecs", ...args], {
    cwd: folder,
    env,
    stdio: ["pipe", "pipe", "pipe"],
    detached: process.platform !== "win32",
    windowsHide: true,
  });
  endWithThisProcess(child, given.environment["SystemRoot"] ?? given.environment["SYSTEMROOT"]);
  const output: Buffer[] = [];
  const errors: Buffer[] = [];
  let size = 0;
  let errorSize = 0;
  return new Promise((resolve, reject) => {
    const settle = (outcome: () => void) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
      outcome();
    };
    // Not waited for: a process in the depths of the kernel cannot be killed, and must not hold up its caller.
    const stop = (reason: unknown) => {
      endProcess(child);
      for (const stream of child.stdio) stream?.destroy();
      settle(() => reject(reason));
    };
    const onAbort = () => stop(signal.reason);
    const timer = setTimeout(() => stop(late()), remainingMs);
    signal.addEventListener("abort", onAbort);
    child.once("error", (cause) =>
      stop(new GitError("not-started", "git could not be run", { cause })),
    );
    child.stdin.on("error", () => undefined);
    child.stdin.end(input);
    child.stderr.on("data", (chunk: Buffer) => {
      if (errorSize < MAX_ERROR_BYTES) errors.push(chunk);
      errorSize += chunk.length;
    });
    child.stdout.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBytes)
        stop(new GitError("too-long", `git printed more than ${maxBytes} bytes and was stopped`));
      else output.push(chunk);
    });
    child.once("close", (code) =>
      settle(() =>
        resolve({
          code: code ?? 1,
          stdout: Buffer.concat(output),
          stderr: Buffer.concat(errors).subarray(0, MAX_ERROR_BYTES).toString(),
        }),
      ),
    );
  });
}
