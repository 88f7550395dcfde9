import { setMaxListeners } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import type { BehaviourNode } from "@faculties/schemas/orchestrator-resources/behaviour-tree";
import {
  createTicker,
  guardKeysOf,
  type TaskHandle,
  type TaskNode,
  type TickStatus,
} from "../domain/behaviour-tree.ts";
import type { BlackboardStore } from "../store/blackboard.ts";
import type { Database } from "../store/database.ts";
import type { NodeExecutor } from "./node-executor.ts";
import { NodeFailure } from "./node-failure.ts";
import type { RunNodeRow } from "../store/tables.ts";
import type { RunControl, RunOutcome } from "./run-control.ts";
import type { RunState } from "./run-state.ts";

export type TreeRunParts = {
  runId: string;
  runState: RunState;
  control: RunControl;
  executor: NodeExecutor;
  database: Database;
  blackboard: BlackboardStore;
  tickMs: number;
  /** Tasks that a process which is gone has begun or ended. */
  restored: ReadonlyMap<string, RunNodeRow>;
};

/** Runs a behaviour tree: looks at it in regular ticks until it has succeeded or failed. */
export class TreeRun {
  readonly #parts: TreeRunParts;
  readonly #working = new Set<Promise<void>>();
  readonly #attempts = new Map<string, number>();
  #failure: string | undefined;

  constructor(parts: TreeRunParts) {
    this.#parts = parts;
  }

  async run(tree: BehaviourNode): Promise<RunOutcome> {
    const { control, tickMs, runState } = this.#parts;
    const ticker = createTicker(tree);
    const keys = [...new Set(guardKeysOf(tree))];
    const start = (path: string, node: TaskNode) => this.#start(path, node);
    let ticks = 0;
    let status: TickStatus = "running";
    while (status === "running" && !control.signal.aborted) {
      if (!control.paused) {
        const values = await this.#values(keys);
        const now = this.#parts.database.now();
        const passed = (tasks: readonly string[]) => this.#hadPassed(tasks);
        status = ticker.tick({ now, start, passed, valueOf: (key) => values.get(key) });
        ticks += 1;
      }
      if (status === "running")
        await delay(tickMs, undefined, { signal: control.signal }).catch(() => undefined);
    }
    ticker.abort();
    await Promise.all(this.#working);
    runState.event({ kind: "BT_RUN", payload: { message: "tree ended", status, ticks } });
    if (control.ended) return control.ended;
    if (status === "success") return { state: "succeeded", error: null };
    const because = this.#failure === undefined ? "" : `; first ${this.#failure}`;
    return { state: "failed", error: `the behaviour tree failed${because}` };
  }

  /** Whether a guard let one of these tasks begin before this process took the tree over, and the task has ended. */
  #hadPassed(tasks: readonly string[]): boolean {
    const { restored } = this.#parts;
    if (restored.size === 0) return false;
    return tasks.some((path) => {
      const row = restored.get(path);
      const isReplayed = (this.#attempts.get(path) ?? 0) >= (row?.attempts ?? 0);
      return row !== undefined && !isReplayed && row.state !== "running";
    });
  }

  async #values(keys: readonly string[]): Promise<Map<string, unknown>> {
    const { database, blackboard } = this.#parts;
    if (keys.length === 0) return new Map();
    return database.read(async (tx) => {
      const values = new Map<string, unknown>();
      for (const key of keys) {
        const entry = await blackboard.find(tx, key, database.now());
        if (entry) values.set(key, entry.value);
      }
      return values;
    });
  }

  #start(path: string, node: TaskNode): TaskHandle {
    const { control } = this.#parts;
    const own = new AbortController();
    setMaxListeners(0, own.signal);
    const onCancel = () => own.abort(control.signal.reason);
    control.signal.addEventListener("abort", onCancel, { once: true });
    const attempt = (this.#attempts.get(path) ?? 0) + 1;
    this.#attempts.set(path, attempt);
    const known = this.#known(path, attempt);
    if (known) return { status: () => known, abort: () => undefined };
    let status: TickStatus = "running";
    const work = this.#execute(path, node, attempt, own.signal).then((ended) => {
      status = ended;
      control.signal.removeEventListener("abort", onCancel);
      this.#working.delete(work);
    });
    this.#working.add(work);
    return { status: () => status, abort: () => own.abort(new Error("aborted by the tree")) };
  }

  /** How a try ended before this process took the tree over: the tree is gone through again, not its tasks. */
  #known(path: string, attempt: number): TickStatus | undefined {
    const row = this.#parts.restored.get(path);
    if (!row || attempt > row.attempts) return undefined;
    if (attempt < row.attempts) return "failure";
    if (row.state === "succeeded") return "success";
    // One that was at work is begun once more.
    return row.state === "running" || row.state === "pending" ? undefined : "failure";
  }

  async #execute(
    path: string,
    node: TaskNode,
    attempt: number,
    signal: AbortSignal,
  ): Promise<TickStatus> {
    const { runId, runState, executor, restored } = this.#parts;
    const row = restored.get(path);
    const wasLost = row?.state === "running" && row.attempts === attempt;
    runState.started(path, node.kind, { attempt, lost: wasLost ? 1 : 0, after: [] });
    try {
      const { output = null, exitCode = null } = await executor.execute(node, {
        ...runState.reporterOf(path, node.kind),
        runId,
        graphId: null,
        nodeId: path,
        attempt,
        timeoutMs: node.timeout_ms,
        signal,
      });
      runState.ended(path, node.kind, { state: "succeeded", error: null, output, exitCode });
      return "success";
    } catch (error) {
      const state = signal.aborted ? "cancelled" : "failed";
      const {
        exitCode = null,
        output = null,
        errorOutput: stderr = null,
      } = error instanceof NodeFailure ? error : {};
      const { message } = error as Error;
      if (this.#parts.control.isAbandoned) return "failure";
      runState.ended(path, node.kind, { state, error: message, exitCode, output, stderr });
      this.#failure ??= `task "${path}": ${message}`;
      return "failure";
    }
  }
}
