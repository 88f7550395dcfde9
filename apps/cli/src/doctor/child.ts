import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { withDeadline } from "@faculties/std";
import spawn from "cross-spawn";
import type { Launch } from "../domain/launch.ts";

const PATIENCE_MS = 2_000;
const GRACE_MS = 500;
const STDERR_BYTES = 16 * 1024;

export type ChildSettings = {
  launch: Launch;
  env: Record<string, string>;
  cwd: string;
};

/** A program with everything it starts in turn: npx is only the first of several processes. */
export class Child {
  readonly process: ChildProcessWithoutNullStreams;
  /** Resolves with what is known about the end: an exit code, a signal, or why it could not be started. */
  readonly ended: Promise<string>;
  #stderr = "";

  constructor({ launch, env, cwd }: ChildSettings) {
    this.process = spawn(launch.command, launch.args, {
      cwd,
      env,
      stdio: "pipe",
      windowsHide: true,
      // A group of its own, so that all of it can be ended at once.
      detached: process.platform !== "win32",
    }) as ChildProcessWithoutNullStreams;
    this.process.stderr.on("data", (chunk: Buffer) => {
      this.#stderr = (this.#stderr + chunk.toString("utf8")).slice(-STDERR_BYTES);
    });
    // A write to a program that has ended is reported through `ended`.
    this.process.stdin.on("error", () => undefined);
    this.ended = new Promise((resolve) => {
      this.process.once("error", (error) => resolve(`cannot be started: ${error.message}`));
      this.process.once("exit", (code, signal) =>
        resolve(signal === null ? `ended with exit code ${code}` : `was ended by ${signal}`),
      );
    });
  }

  /** The end of what it wrote to stderr. */
  get stderr(): string {
    return this.#stderr;
  }

  /** Closes its input, as a client does that goes away, and ends whatever is left after `patienceMs`. */
  async stop(patienceMs = PATIENCE_MS): Promise<void> {
    this.process.stdin.end();
    if (!(await this.#endsWithin(patienceMs))) this.#signal("SIGTERM");
    await this.#endsWithin(GRACE_MS);
    this.#signal("SIGKILL");
    await this.ended;
    for (const stream of [this.process.stdout, this.process.stderr]) stream.destroy();
  }

  async #endsWithin(ms: number): Promise<boolean> {
    return withDeadline(
      this.ended.then(() => true),
      ms,
      () => false,
    );
  }

  #signal(signal: NodeJS.Signals): void {
    const { pid } = this.process;
    if (pid === undefined) return;
    try {
      if (process.platform === "win32") spawn.sync("taskkill", ["/pid", `${pid}`, "/t", "/f"]);
      else process.kill(-pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  }
}
