import type { Readable } from "node:stream";
import { withDeadline } from "@faculties/std";
import { CodedError } from "@faculties/errors";
import type { ChildStream } from "@faculties/schemas/orchestrator-resources/child-log-entry";
import type { ChildState } from "@faculties/schemas/orchestrator-resources/child-snapshot";
import type { GatedProcess, ProcessEnd } from "./gated-process.ts";
import type { LimitKeeper } from "./limit-keeper.ts";
import { LineAssembler } from "./line-assembler.ts";
import type { ChildLog } from "./log-writer.ts";
import { signalGroup } from "./process-identity.ts";

export type ChildEnd = ProcessEnd & { state: ChildState; error: string | null };
export type StopReason = { state: "killed" | "timed_out" | "failed"; message: string };
export type Limits = { memoryLimitMb: number; cpuPercent: number; timeoutMs: number };

export type ChildServices = {
  log: ChildLog;
  limitKeeper: LimitKeeper;
  now: () => number;
  killGraceMs: number;
  onLine?: ((stream: ChildStream, message: string) => void) | undefined;
};

/** Text that may wait for a child that does not read its stdin. */
const MOST_UNREAD_BYTES = 4 * 1024 * 1024;
/** How long a pipe is read on after everything that should hold it open has been ended. */
const LAST_OUTPUT_MS = 500;
const SHORT_LAST_OUTPUT_MS = 100;

/** A process of ours from its start to its end. */
export class RunningChild {
  readonly group: number;
  readonly #process: GatedProcess;
  readonly #services: ChildServices;
  readonly #startedAt = performance.now();
  #limits: Limits;
  #stopping: StopReason | undefined;
  #deadline: NodeJS.Timeout | undefined;
  #ended = false;
  lastActivity: number;

  constructor(process: GatedProcess, limits: Limits, services: ChildServices) {
    this.group = process.pid;
    this.#process = process;
    this.#limits = limits;
    this.#services = services;
    this.lastActivity = services.now();
  }

  /** Opens the gate; resolves when the process and its whole group are gone and the output is stored. */
  async run(stdin: string | undefined): Promise<ChildEnd> {
    const { stdout, stderr } = this.#process;
    const output = Promise.all([this.#record("stdout", stdout), this.#record("stderr", stderr)]);
    this.#services.limitKeeper.add({
      group: this.group,
      memoryLimitMb: () => this.#limits.memoryLimitMb,
      cpuPercent: () => this.#limits.cpuPercent,
      onMemoryExceeded: (usedMb) => this.#outOfMemory(usedMb),
      onActivity: () => {
        this.lastActivity = this.#services.now();
      },
    });
    this.#setDeadline();
    this.#note(`started with pid ${this.group}`);
    this.#process.open();
    if (stdin !== undefined) this.#process.stdin.end(stdin);
    const end = await this.#process.ended;
    this.#ended = true;
    clearTimeout(this.#deadline);
    await this.#endGroup(output);
    this.#services.limitKeeper.remove(this.group);
    const result = endOf(end, this.#stopping);
    this.#note(describeEnd(result));
    await this.#services.log.drained();
    return result;
  }

  /** SIGTERM to the whole group, then SIGKILL; without grace SIGKILL at once. */
  stop(reason: StopReason, graceMs: number): void {
    if (this.#ended) return;
    if (!this.#stopping) this.#note(reason.message);
    this.#stopping ??= reason;
    signalGroup(this.group, graceMs > 0 ? "SIGTERM" : "SIGKILL");
    // A process that is stopped would not see the other signal.
    signalGroup(this.group, "SIGCONT");
    if (graceMs > 0) void this.#killAfter(graceMs);
  }

  /** Hands text to its stdin; the number of bytes. */
  async send(text: string, { close }: { close: boolean }): Promise<number> {
    const { stdin } = this.#process;
    if (!stdin.writable) throw stdinClosed();
    if (stdin.writableLength > MOST_UNREAD_BYTES)
      throw new CodedError("E-CHILD-STATE", "The child does not read its stdin. Try again later.");
    const bytes = Buffer.from(text, "utf8");
    const written = new Promise<void>((resolve, reject) => {
      stdin.write(bytes, (error) => (error ? reject(stdinClosed()) : resolve()));
    });
    if (close) stdin.end();
    // A child that reads slowly has the text in its pipe; only a broken pipe is reported at once.
    await withDeadline(written, 50, () => undefined);
    return bytes.length;
  }

  get stdinOpen(): boolean {
    return this.#process.stdin.writable;
  }

  setLimits(limits: Partial<Limits>): Limits {
    this.#limits = { ...this.#limits, ...limits };
    if (limits.timeoutMs !== undefined) this.#setDeadline();
    return this.#limits;
  }

  #setDeadline(): void {
    clearTimeout(this.#deadline);
    const { timeoutMs } = this.#limits;
    const left = this.#startedAt + timeoutMs - performance.now();
    const reason = { state: "timed_out" as const, message: `timed out after ${timeoutMs} ms` };
    this.#deadline = setTimeout(
      () => this.stop(reason, this.#services.killGraceMs),
      Math.max(0, left),
    );
  }

  #outOfMemory(usedMb: number): void {
    const message = `used ${usedMb} MB of memory; the limit is ${this.#limits.memoryLimitMb} MB`;
    this.stop({ state: "failed", message }, 0);
  }

  async #killAfter(graceMs: number): Promise<void> {
    await withDeadline(this.#process.ended, graceMs, () => undefined);
    if (!this.#ended) signalGroup(this.group, "SIGKILL");
  }

  /** Ends the processes that the child left behind in its group. */
  async #endGroup(output: Promise<unknown>): Promise<void> {
    const lastOutputMs = this.#stopping ? SHORT_LAST_OUTPUT_MS : LAST_OUTPUT_MS;
    const grace = this.#stopping ? 0 : Math.min(this.#services.killGraceMs, lastOutputMs);
    if (grace > 0 && signalGroup(this.group, "SIGTERM"))
      await withDeadline(output, grace, () => undefined);
    signalGroup(this.group, "SIGKILL");
    await withDeadline(output, lastOutputMs, () => undefined);
    this.#process.abandon();
    await output;
  }

  async #record(stream: "stdout" | "stderr", source: Readable): Promise<void> {
    const { log, now, onLine } = this.#services;
    const lines = new LineAssembler();
    const store = (messages: readonly string[]) => {
      const ts = now();
      this.lastActivity = ts;
      log.push(messages.map((message) => ({ ts, stream, message })));
      if (onLine) for (const message of messages) onLine(stream, message);
    };
    try {
      for await (const chunk of source) {
        const complete = lines.push(chunk as Buffer);
        if (complete.length > 0) store(complete);
        await log.room();
      }
    } catch {
      // The pipe was given up because something outside the group holds it open; what came is stored.
    }
    const rest = lines.rest();
    if (rest !== undefined) store([rest]);
  }

  #note(message: string): void {
    this.#services.log.push([{ ts: this.#services.now(), stream: "meta", message }]);
  }
}

function endOf(end: ProcessEnd, stopping: StopReason | undefined): ChildEnd {
  if (stopping) return { ...end, state: stopping.state, error: stopping.message };
  if (end.signal === null) return { ...end, state: "exited", error: null };
  return { ...end, state: "failed", error: `ended by ${end.signal}` };
}

function describeEnd({ state, exitCode, signal, error }: ChildEnd): string {
  if (state === "exited") return `exited with code ${exitCode}`;
  return signal === null ? `${state}: ${error}` : `${state} by ${signal}: ${error}`;
}

function stdinClosed(): CodedError {
  return new CodedError("E-CHILD-STATE", "The child's stdin is closed.");
}
