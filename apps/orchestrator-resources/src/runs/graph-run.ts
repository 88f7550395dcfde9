import { setImmediate as nextTurn, setTimeout as delay } from "node:timers/promises";
import type { PlanNode } from "@faculties/schemas/orchestrator-resources/plan-node";
import type { PlannedNode } from "../domain/plan.ts";
import type { LeafNode, NodeExecutor, NodeResult } from "./node-executor.ts";
import { NodeFailure } from "./node-failure.ts";
import {
  type LoadedPlan,
  Nesting,
  PlanLevel,
  type PlanLoader,
  type Task,
  TaskQueue,
} from "./plan-level.ts";
import type { RunControl, RunState, RunOutcome } from "./run-state.ts";

export type GraphRunSettings = {
  maxParallel: number;
  retries: number;
  nodeTimeoutMs: number | undefined;
  onFailure: "stop" | "continue";
};

export type GraphRunParts = {
  runId: string;
  graphId: string | null;
  runState: RunState;
  control: RunControl;
  executor: NodeExecutor;
  plans: PlanLoader;
  /** Higher goes first; undefined keeps the order in which nodes became ready. */
  priorityOf: ((nodeId: string) => number) | undefined;
};

/** Nodes that begin before calls get their turn: thousands that take no time would keep them waiting. */
const STARTS_PER_TURN = 1_024;

/** Runs a graph: each node when all before it have succeeded, as many at a time as allowed. */
export class GraphRun {
  readonly #settings: GraphRunSettings;
  readonly #parts: GraphRunParts;
  readonly #ready = new TaskQueue<Task>();
  readonly #readyGraphs: Task[] = [];
  readonly #over = new Map<PlanLevel, () => void>();
  #root: PlanLevel | undefined;
  #startsLeft = STARTS_PER_TURN;
  #nodes = 0;

  constructor(settings: GraphRunSettings, parts: GraphRunParts) {
    this.#settings = settings;
    this.#parts = parts;
  }

  /** Nodes that could begin if there were room. */
  get backlog(): number {
    return this.#ready.size;
  }

  async run(loaded: LoadedPlan): Promise<RunOutcome & { sinks: string[] }> {
    const { control } = this.#parts;
    const root = new PlanLevel(new Nesting(loaded), {
      path: "",
      limit: this.#settings.maxParallel,
      signal: control.signal,
    });
    this.#root = root;
    control.onChange(() => this.#pump());
    await this.#runLevel(root);
    const sinks = root.sinks();
    if (control.ended) return { ...control.ended, sinks };
    if (root.failure === undefined) return { state: "succeeded", error: null, sinks };
    return { state: "failed", error: root.failure, sinks };
  }

  #runLevel(level: PlanLevel): Promise<void> {
    this.#nodes += level.plan.size;
    return new Promise((resolve) => {
      this.#over.set(level, resolve);
      level.signal.addEventListener("abort", () => this.#checkOver(level), { once: true });
      for (const planned of level.entrypoints()) this.#enqueue({ level, planned, attempt: 1 });
      this.#pump();
      this.#checkOver(level);
    });
  }

  #checkOver(level: PlanLevel): void {
    const resolve = this.#over.get(level);
    if (!resolve || !level.isOver()) return;
    this.#over.delete(level);
    const state = this.#parts.control.ended ? "cancelled" : "skipped";
    for (const planned of level.dropRest()) this.#endUnstarted(level, planned, state);
    resolve();
  }

  #pump(): void {
    const { control } = this.#parts;
    if (control.paused) return;
    while (this.#startsLeft > 0) {
      const task = this.#next();
      if (task === undefined) return;
      this.#startsLeft -= 1;
      if (this.#startsLeft === 0) void this.#takeTurn();
      void this.#start(task);
    }
  }

  async #takeTurn(): Promise<void> {
    await nextTurn();
    await this.#parts.runState.room();
    this.#startsLeft = STARTS_PER_TURN;
    this.#pump();
  }

  #enqueue(task: Task): void {
    (task.planned.node.kind === "graph" ? this.#readyGraphs : this.#ready).push(task);
  }

  /** A nested graph takes no room itself: its leaves do. */
  #next(): Task | undefined {
    return this.#readyGraphs.shift() ?? (this.#root?.hasRoom() ? this.#nextLeaf() : undefined);
  }

  #nextLeaf(): Task | undefined {
    const { priorityOf } = this.#parts;
    const fits = ({ level }: Task) => level.signal.aborted || level.hasRoom();
    if (!priorityOf) return this.#ready.takeFirst(fits);
    return this.#ready.takeBest(fits, ({ planned }) => priorityOf(planned.id));
  }

  async #start(task: Task): Promise<void> {
    const { level, planned, attempt } = task;
    // Stopped while it waited: it is counted among those that never began.
    if (level.signal.aborted) return;
    const { node } = planned;
    const isLeaf = node.kind !== "graph";
    level.active += 1;
    if (isLeaf) level.count(1);
    this.#parts.runState.started(nameOf(task), node.kind, attempt, namesOf(level, planned.after));
    const outcome = await this.#attempt(task, node).then(
      (result) => ({ result }),
      (error: unknown) => ({ error }),
    );
    if (isLeaf) level.count(-1);
    if ("result" in outcome) this.#succeed(task, outcome.result);
    else await this.#fail(task, outcome.error);
    level.active -= 1;
    this.#pump();
    this.#checkOver(level);
  }

  #attempt(task: Task, node: PlanNode): Promise<NodeResult> {
    return node.kind === "graph" ? this.#nested(task, node) : this.#leaf(task, node);
  }

  #leaf(task: Task, node: LeafNode): Promise<NodeResult> {
    const { runId, graphId, executor, runState } = this.#parts;
    const nodeId = nameOf(task);
    return executor.execute(node, {
      ...runState.reporterOf(nodeId, node.kind),
      runId,
      graphId,
      nodeId,
      timeoutMs: node.timeout_ms ?? this.#settings.nodeTimeoutMs,
      signal: task.level.signal,
    });
  }

  async #nested(task: Task, node: Extract<PlanNode, { kind: "graph" }>): Promise<NodeResult> {
    const { level: parent } = task;
    const loaded = await this.#parts.plans.load(node.graph_id, node.version);
    const nesting = parent.nesting.enter(loaded, this.#nodes);
    const { signal } = parent;
    const limit = node.max_parallel ?? Infinity;
    const level = new PlanLevel(nesting, { path: `${nameOf(task)}/`, limit, parent, signal });
    const timeoutMs = node.timeout_ms ?? this.#settings.nodeTimeoutMs;
    const timer =
      timeoutMs === undefined
        ? undefined
        : setTimeout(() => {
            level.failure ??= `timed out after ${timeoutMs} ms`;
            level.stop();
          }, timeoutMs);
    await this.#runLevel(level);
    clearTimeout(timer);
    if (level.failure !== undefined) throw new NodeFailure(level.failure);
    signal.throwIfAborted();
    return { output: Object.fromEntries(level.outputs) };
  }

  #succeed(task: Task, { output = null, exitCode = null }: NodeResult): void {
    const { level, planned } = task;
    if (output !== null && planned.before.length === 0) level.outputs.set(planned.id, output);
    this.#parts.runState.ended(nameOf(task), planned.node.kind, {
      state: "succeeded",
      error: null,
      output,
      exitCode,
    });
    for (const next of level.end(planned.id)) this.#enqueue({ level, planned: next, attempt: 1 });
  }

  async #fail(task: Task, error: unknown): Promise<void> {
    const { level, planned, attempt } = task;
    const { node } = planned;
    const message = error instanceof Error ? error.message : String(error);
    const exitCode = error instanceof NodeFailure ? error.exitCode : null;
    const name = nameOf(task);
    if (!level.signal.aborted && attempt <= (node.retries ?? this.#settings.retries)) {
      const wait = node.retry_delay_ms;
      this.#parts.runState.event({
        kind: "WARN",
        nodeId: name,
        payload: {
          message: "node failed and is tried again",
          attempt,
          error: message,
          wait_ms: wait,
        },
      });
      this.#parts.runState.changed(name, node.kind, { state: "pending", error: message, exitCode });
      if (await pause(wait, level.signal)) {
        this.#enqueue({ ...task, attempt: attempt + 1 });
        return;
      }
    }
    const stopped = level.signal.aborted;
    const state = stopped ? "cancelled" : "failed";
    this.#parts.runState.ended(name, node.kind, { state, error: message, exitCode });
    level.end(planned.id);
    if (stopped) return;
    for (const dropped of level.dropAfter(planned.id))
      this.#endUnstarted(level, dropped, "skipped");
    level.failure ??= `node "${name}": ${message}`;
    if (this.#settings.onFailure === "stop") level.stop();
  }

  #endUnstarted(level: PlanLevel, { id, node }: PlannedNode, state: "skipped" | "cancelled"): void {
    this.#parts.runState.ended(`${level.path}${id}`, node.kind, { state });
  }
}

function nameOf({ level, planned }: Task): string {
  return `${level.path}${planned.id}`;
}

function namesOf(level: PlanLevel, ids: readonly string[]): string[] {
  return ids.map((id) => `${level.path}${id}`);
}

/** Waits before the next try; false when the run was cancelled. */
async function pause(ms: number, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return false;
  if (ms === 0) return true;
  return delay(ms, true, { signal }).catch(() => false);
}
