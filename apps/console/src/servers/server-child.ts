import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { createInterface } from "node:readline";
import type { Launch } from "./launch.ts";
import type { ServerName } from "./server-names.ts";
import type { ServerState } from "./server-state.ts";

type Program = { name: ServerName; entry: string; preload: string };
type Running = { process: ChildProcess; ended: Promise<void> };
export type Endpoint = { port: number; token: string };

const ANNOUNCED = /http:\/\/127\.0\.0\.1:(?<port>\d+)\/mcp/;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 30_000;
/** One that ran this long was well; its next death starts a new row of pauses. */
const WELL_AFTER_MS = 10_000;
const PATIENCE_MS = 4_000;
const LINES_KEPT = 20;

/** One server as a child process on a port of its own; started again, after longer and longer pauses, when it dies. */
export class ServerChild {
  readonly #program: Program;
  readonly #changed: () => void;
  readonly #token = randomBytes(24).toString("base64url");
  #launch: Launch;
  #running: Running | undefined;
  #timer: NodeJS.Timeout | undefined;
  #pauseMs = FIRST_PAUSE_MS;
  #phase: ServerState["phase"] = "stopped";
  #port: number | undefined;
  #restarts = 0;
  #lastWords: string | undefined;

  constructor(program: Program, launch: Launch, changed: () => void) {
    this.#program = program;
    this.#launch = launch;
    this.#changed = changed;
  }

  get state(): ServerState {
    const { name, entry } = this.#program;
    return {
      name,
      phase: this.#phase,
      pid: this.#running?.process.pid,
      restarts: this.#restarts,
      lastWords: this.#lastWords,
      command: process.execPath,
      entry,
      args: this.#launch.args,
    };
  }

  /** Where it can be reached; undefined while it cannot. */
  get endpoint(): Endpoint | undefined {
    return this.#phase === "ready" && this.#port !== undefined
      ? { port: this.#port, token: this.#token }
      : undefined;
  }

  start(): void {
    const { entry, preload } = this.#program;
    const { args, env } = this.#launch;
    const startedAt = Date.now();
    const child = spawn(
      process.execPath,
      ["--require", preload, entry, "--http", "127.0.0.1:0", ...args],
      { env: { ...env, MCP_HTTP_TOKEN: this.#token }, stdio: ["pipe", "ignore", "pipe"] },
    );
    child.stdin.on("error", () => undefined);
    const lines: string[] = [];
    createInterface(child.stderr).on("line", (line) => {
      lines.push(line);
      lines.splice(0, lines.length - LINES_KEPT);
      const port = ANNOUNCED.exec(line)?.groups?.["port"];
      if (port === undefined || this.#running?.process !== child) return;
      this.#port = Number(port);
      this.#enter("ready");
    });
    const ended = new Promise<void>((resolve) => {
      const end = () => {
        resolve();
        if (this.#running?.process === child) this.#died(lines, Date.now() - startedAt);
      };
      child.once("error", end).once("close", end);
    });
    this.#running = { process: child, ended };
    this.#enter("starting");
  }

  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    const running = this.#running;
    this.#running = undefined;
    this.#enter("stopped");
    if (running === undefined) return;
    running.process.kill("SIGTERM");
    const timer = setTimeout(() => running.process.kill("SIGKILL"), PATIENCE_MS);
    await running.ended;
    clearTimeout(timer);
  }

  /** Restarts it in another way. */
  async relaunch(launch: Launch): Promise<void> {
    await this.stop();
    this.#launch = launch;
    this.#pauseMs = FIRST_PAUSE_MS;
    this.#restarts = 0;
    this.#lastWords = undefined;
    this.start();
  }

  #died(lines: readonly string[], ranMs: number): void {
    this.#running = undefined;
    this.#lastWords = lines.join("\n");
    if (ranMs >= WELL_AFTER_MS) this.#pauseMs = FIRST_PAUSE_MS;
    this.#timer = setTimeout(() => {
      this.#restarts += 1;
      this.start();
    }, this.#pauseMs);
    this.#pauseMs = Math.min(this.#pauseMs * 2, LONGEST_PAUSE_MS);
    this.#enter("waiting");
  }

  #enter(phase: ServerState["phase"]): void {
    if (phase !== "ready") this.#port = undefined;
    this.#phase = phase;
    this.#changed();
  }
}
