import { setTimeout as delay } from "node:timers/promises";
import { fillList, fillNode } from "../domain/node-attributes.ts";
import type { PlannedNode } from "../domain/plan.ts";
import type { RunNodeRow } from "../store/tables.ts";
import type { NodeExecutor, NodeResult } from "./node-executor.ts";
import { NodeFailure } from "./node-failure.ts";
import { PlanLevel } from "./plan-level.ts";
import { MOST_NODES, type Nesting, type PlanLoader } from "./plan-loader.ts";
import type { RunControl } from "./run-control.ts";
import type { RunState } from "./run-state.ts";

export type GraphRunSettings = {
  maxParallel: number;
  retries: number;
  nodeTimeoutMs: number | undefined;
  onFailure: "stop" | "continue";
  inputs: Readonly<Record<string, unknown>>;
};

export type GraphRunParts = {
  runId: string;
  graphId: string | null;
  runState: RunState;
  control: RunControl;
  executor: NodeExecutor;
  plans: PlanLoader;
  now: () => number;
  /** Higher goes first; undefined keeps the order in which nodes became ready. */
  priorityOf: ((nodeId: string) => number) | undefined;
  /** The state that another process, or an earlier try of the run, has left. */
  restored: ReadonlyMap<string, RunNodeRow>;
};

export type Task = {
  level: PlanLevel;
  planned: PlannedNode;
  attempt: number;
  /** Tries that failed; those that were lost do not count. */
  failures: number;
  lost: number;
  /** Ends it from outside; the same for all its tries. */
  signal?: AbortSignal;
  /** The node as it was left by a process that is gone. */
  resume?: RunNodeRow | undefined;
};

/** Tries nodes: leaves by what they say, nested graphs and maps by the nodes in them. */
export class NodeTries {
  readonly #settings: GraphRunSettings;
  readonly #parts: GraphRunParts;
  readonly #runLevel: (level: PlanLevel) => Promise<void>;
  #nodes = 0;

  constructor(
    settings: GraphRunSettings,
    parts: GraphRunParts,
    runLevel: (level: PlanLevel) => Promise<void>,
  ) {
    this.#settings = settings;
    this.#parts = parts;
    this.#runLevel = runLevel;
  }

  /** Counts the nodes of a level to those of the run. */
  count({ plan }: PlanLevel): void {
    this.#nodes += plan.size;
  }

  /** One try of a node, or the rest of one that another process began. */
  async run(task: Task, signal: AbortSignal): Promise<NodeResult> {
    const { level, planned, attempt, resume } = task;
    const name = level.nameOf(planned);
    const { runState } = this.#parts;
    const { kind } = planned.node;
    signal.throwIfAborted();
    if (resume?.state === "pending" && resume.dueAt !== null) {
      await this.#until(resume.dueAt, signal);
      task.attempt += 1;
      delete task.resume;
      return this.run(task, signal);
    }
    if (!resume) {
      const after = planned.after.map((id) => level.nameOf({ id }));
      const nested = level.path === "" ? undefined : level.path.slice(0, -1);
      runState.started(name, kind, { attempt, lost: task.lost, after, within: nested });
    }
    if (planned.node.map_over !== undefined) return this.#map(task, signal);
    const node = fillNode(planned.attributes, level.scopeOf(planned));
    if (node.kind === "graph") return this.#nested(task, node, signal);
    const { runId, graphId, executor } = this.#parts;
    return executor.execute(node, {
      ...runState.reporterOf(name, kind),
      runId,
      graphId,
      nodeId: name,
      attempt,
      timeoutMs: node.timeout_ms ?? this.#settings.nodeTimeoutMs,
      signal,
      resume,
    });
  }

  async #map(task: Task, signal: AbortSignal): Promise<NodeResult> {
    const { level: parent, planned } = task;
    const { map_over: over = "[]", max_parallel: limit = Infinity } = planned.node;
    const items = fillList(over, parent.scopeOf(planned));
    if (this.#nodes + items.length > MOST_NODES)
      throw new NodeFailure(`the run would have more than ${MOST_NODES} nodes`);
    const plan = planOfItems(planned, items.length);
    this.#parts.runState.changed(parent.nameOf(planned), planned.node.kind, {
      detail: { items: items.length },
    });
    const level = this.#levelIn(task, { nesting: parent.nesting, limit, signal, items }, plan);
    await this.#runWithin(level, signal);
    const outputs = level.outputs();
    return { output: [...plan.keys()].map((id) => outputs.get(id) ?? null) };
  }

  async #nested(
    task: Task,
    node: Extract<PlannedNode["node"], { kind: "graph" }>,
    signal: AbortSignal,
  ): Promise<NodeResult> {
    const { level: parent, planned } = task;
    const loaded = await this.#parts.plans.load(node.graph_id, node.version);
    const nesting = parent.nesting.enter(loaded, this.#nodes);
    this.#parts.runState.changed(parent.nameOf(planned), "graph", {
      detail: { graph_version: loaded.version },
    });
    const { max_parallel: limit = Infinity, inputs = parent.inputs } = node;
    const level = this.#levelIn(task, { nesting, limit, signal, inputs, named: loaded.named });
    const timeoutMs = node.timeout_ms ?? this.#settings.nodeTimeoutMs;
    const began = task.resume?.startedAt ?? this.#parts.now();
    const expire = () => {
      level.failure ??= `timed out after ${timeoutMs} ms`;
      level.cancel();
    };
    const timer =
      timeoutMs === undefined
        ? undefined
        : setTimeout(expire, Math.max(0, began + timeoutMs - this.#parts.now()));
    await this.#runWithin(level, signal).finally(() => clearTimeout(timer));
    return { output: Object.fromEntries(level.outputs()) };
  }

  #levelIn(
    { level: parent, planned }: Task,
    {
      nesting,
      ...settings
    }: { nesting: Nesting; limit: number; signal: AbortSignal } & Partial<
      ConstructorParameters<typeof PlanLevel>[1]
    >,
    plan?: ReadonlyMap<string, PlannedNode>,
  ): PlanLevel {
    const { runId } = this.#parts;
    const path = `${parent.nameOf(planned)}/`;
    const { inputs } = parent;
    return new PlanLevel(
      nesting,
      { path, parent, runId, inputs, named: new Set<string>(), ...settings },
      plan,
    );
  }

  async #runWithin(level: PlanLevel, signal: AbortSignal): Promise<void> {
    this.count(level);
    await this.#runLevel(level);
    const because =
      level.failed.length > 0 ? level.failed : level.sinks().map((id) => level.nameOf({ id }));
    this.#parts.runState.causedBy(level.path.slice(0, -1), because);
    if (level.failure !== undefined) throw new NodeFailure(level.failure);
    signal.throwIfAborted();
  }

  async #until(dueAt: number, signal: AbortSignal): Promise<void> {
    const waited = await pause(Math.max(0, dueAt - this.#parts.now()), signal);
    if (!waited) signal.throwIfAborted();
  }
}

/** A node for each item of a map, without what concerns the map as a whole. */
function planOfItems(planned: PlannedNode, count: number): Map<string, PlannedNode> {
  const whole = new Set(["map_over", "when", "trigger"]);
  const ofOne = <Attributes extends object>(attributes: Attributes) =>
    Object.fromEntries(
      Object.entries(attributes).filter(([name]) => !whole.has(name)),
    ) as Attributes;
  const [node, attributes] = [ofOne(planned.node), ofOne(planned.attributes)];
  const ids = Array.from({ length: count }, (_, index) => String(index));
  return new Map(ids.map((id) => [id, { id, node, attributes, after: [], before: [] }]));
}

/** Waits before the next try; false when the run was cancelled. */
export async function pause(ms: number, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return false;
  if (ms === 0) return true;
  return delay(ms, true, { signal }).catch(() => false);
}
