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
import type { RunControl, RunState, RunOutcome } from "./run-state.ts";

export type TreeRunParts = {
  runId: string;
  runState: RunState;
  control: RunControl;
  executor: NodeExecutor;
  database: Database;
  blackboard: BlackboardStore;
  tickMs: number;
};

/** Runs a behaviour tree: looks at it in regular ticks until it has succeeded or failed. */
export class TreeRun {
  readonly #parts: TreeRunParts;
  readonly #working = new Set<Promise<void>>();
  readonly #attempts = new Map<string, number>();

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
        status = ticker.tick({ now, start, valueOf: (key) => values.get(key) });
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
    return { state: "failed", error: "the behaviour tree failed" };
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
    let status: TickStatus = "running";
    const work = this.#execute(path, node, own.signal).then((ended) => {
      status = ended;
      control.signal.removeEventListener("abort", onCancel);
      this.#working.delete(work);
    });
    this.#working.add(work);
    return { status: () => status, abort: () => own.abort(new Error("aborted by the tree")) };
  }

  async #execute(path: string, node: TaskNode, signal: AbortSignal): Promise<TickStatus> {
    const { runId, runState, executor } = this.#parts;
    const attempt = (this.#attempts.get(path) ?? 0) + 1;
    this.#attempts.set(path, attempt);
    runState.started(path, node.kind, attempt, []);
    try {
      const { output = null, exitCode = null } = await executor.execute(node, {
        ...runState.reporterOf(path, node.kind),
        runId,
        graphId: null,
        nodeId: path,
        timeoutMs: node.timeout_ms,
        signal,
      });
      runState.ended(path, node.kind, { state: "succeeded", error: null, output, exitCode });
      return "success";
    } catch (error) {
      const state = signal.aborted ? "cancelled" : "failed";
      const exitCode = error instanceof NodeFailure ? error.exitCode : null;
      runState.ended(path, node.kind, { state, error: (error as Error).message, exitCode });
      return "failure";
    }
  }
}
