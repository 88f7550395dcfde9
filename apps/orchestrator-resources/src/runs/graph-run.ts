import { setImmediate as nextTurn } from "node:timers/promises";
import { holds } from "../domain/condition.ts";
import { conditionOf } from "../domain/node-attributes.ts";
import type { PlannedNode } from "../domain/plan.ts";
import type { NodeFacts } from "../domain/template.ts";
import type { NodeResult } from "./node-executor.ts";
import { lostTry, NodeFailure, NodeLost, retryDelay } from "./node-failure.ts";
import {
  type GraphRunParts,
  type GraphRunSettings,
  NodeTries,
  pause,
  type Task,
} from "./node-tries.ts";
import { type Consequences, PlanLevel, type Skipped, TaskQueue } from "./plan-level.ts";
import { type LoadedPlan, Nesting } from "./plan-loader.ts";
import type { RunOutcome } from "./run-control.ts";
import type { Undoable } from "./undo.ts";

/** Nodes that begin before calls get their turn: thousands that take no time would keep them waiting. */
const STARTS_PER_TURN = 1_024;

/** Runs a graph: each node when its trigger says so, as many at a time as allowed. */
export class GraphRun {
  readonly undoable: Undoable[] = [];
  readonly #settings: GraphRunSettings;
  readonly #parts: GraphRunParts;
  readonly #ready = new TaskQueue<Task>();
  readonly #readyGroups: Task[] = [];
  readonly #over = new Map<PlanLevel, () => void>();
  #root: PlanLevel | undefined;
  #startsLeft = STARTS_PER_TURN;
  readonly #tries: NodeTries;

  constructor(settings: GraphRunSettings, parts: GraphRunParts) {
    this.#settings = settings;
    this.#parts = parts;
    this.#tries = new NodeTries(settings, parts, (level) => this.#runLevel(level));
  }

  /** Nodes that could begin if there were room. */
  get backlog(): number {
    return this.#ready.size;
  }

  async run(loaded: LoadedPlan): Promise<RunOutcome & { causes: string[] }> {
    const { control, runId } = this.#parts;
    const { maxParallel, inputs } = this.#settings;
    const settings = { path: "", limit: maxParallel, signal: control.signal, runId, inputs };
    const root = new PlanLevel(new Nesting(loaded), { ...settings, named: loaded.named });
    this.#root = root;
    control.onChange(() => this.#pump());
    this.#tries.count(root);
    await this.#runLevel(root);
    const causes = [...new Set([...root.failed, ...root.sinks()])];
    if (control.ended) return { ...control.ended, causes };
    if (root.failure === undefined) return { state: "succeeded", error: null, causes };
    return { state: "failed", error: root.failure, causes };
  }

  #runLevel(level: PlanLevel): Promise<void> {
    return new Promise((resolve) => {
      this.#over.set(level, resolve);
      level.cancelled.addEventListener("abort", () => this.#checkOver(level), { once: true });
      const resumed = this.#restore(level);
      if (level.failure !== undefined && this.#settings.onFailure === "stop")
        this.#skip(level, level.stop());
      for (const task of resumed) this.#enqueue(task);
      this.#follow(level, level.open());
      this.#pump();
      this.#checkOver(level);
    });
  }

  /** Puts a level where it was left; the nodes that had begun and not ended. */
  #restore(level: PlanLevel): Task[] {
    const { restored, runState } = this.#parts;
    if (restored.size === 0) return [];
    return [...level.plan.values()].flatMap((planned) => {
      const row = restored.get(level.nameOf(planned));
      if (!row) return [];
      if (runState.isEnded(row.nodeId)) {
        level.restore(planned.id, row);
        if (row.state === "succeeded") this.#remember(level, planned, row.endedAt ?? 0);
        return [];
      }
      if (row.attempts === 0) return [];
      level.begin(planned.id);
      const { attempts: attempt, lost } = row;
      const isOpen = row.state !== "pending" || row.dueAt === null;
      const failures = attempt - lost - (isOpen ? 1 : 0);
      return [{ level, planned, attempt, failures, lost, resume: row }];
    });
  }

  #checkOver(level: PlanLevel): void {
    const resolve = this.#over.get(level);
    if (!resolve) return;
    if (level.isCancelled && level.active === 0) {
      for (const planned of level.rest()) this.#endUnstarted(level, planned, []);
    }
    if (!level.isOver()) return;
    this.#over.delete(level);
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
    (isGroup(task.planned) ? this.#readyGroups : this.#ready).push(task);
  }

  /** A nested graph or a map takes no room itself: its leaves do. */
  #next(): Task | undefined {
    return this.#readyGroups.shift() ?? (this.#root?.hasRoom() ? this.#nextLeaf() : undefined);
  }

  #nextLeaf(): Task | undefined {
    const { priorityOf } = this.#parts;
    const fits = ({ level }: Task) => level.isCancelled || level.hasRoom();
    if (!priorityOf) return this.#ready.takeFirst(fits);
    return this.#ready.takeBest(fits, ({ planned }) => priorityOf(planned.id));
  }

  async #start(task: Task): Promise<void> {
    const { level, planned, resume } = task;
    // Stopped while it waited: it is counted among those that never began.
    if (level.stateOf(planned.id) !== undefined) return;
    if (level.isCancelled && !resume) return this.#checkOver(level);
    if (!resume && task.attempt === 1 && this.#isUnwanted(level, planned)) return;
    const isLeaf = !isGroup(planned);
    level.begin(planned.id);
    level.active += 1;
    if (isLeaf) level.count(1);
    const signal = (task.signal ??= level.signalOf(planned));
    const outcome = await this.#tries.run(task, signal).then(
      (result) => ({ result }),
      (error: unknown) => ({ error }),
    );
    if (isLeaf) level.count(-1);
    if ("result" in outcome) this.#succeed(task, outcome.result);
    else await this.#fail(task, outcome.error, signal);
    level.active -= 1;
    this.#pump();
    this.#checkOver(level);
  }

  /** Whether its condition does not hold; it is then skipped. */
  #isUnwanted(level: PlanLevel, planned: PlannedNode): boolean {
    const condition = conditionOf(planned.node);
    if (!condition || holds(condition, level.scopeOf(planned))) return false;
    const after = planned.after.map((id) => level.nameOf({ id }));
    this.#endUnstarted(level, planned, after, "its condition does not hold");
    this.#pump();
    this.#checkOver(level);
    return true;
  }

  #succeed({ level, planned }: Task, result: NodeResult): void {
    const { output = null, exitCode = null, errorOutput: stderr = null } = result;
    const row = { state: "succeeded" as const, error: null, output, exitCode, dueAt: null };
    this.#parts.runState.ended(level.nameOf(planned), planned.node.kind, row);
    this.#remember(level, planned, this.#parts.now());
    const facts = { state: "succeeded", output, exit_code: exitCode, error: null, stderr };
    this.#follow(level, level.end(planned.id, facts));
  }

  async #fail(task: Task, error: unknown, signal: AbortSignal): Promise<void> {
    const { level, planned, attempt } = task;
    const { control, runState, executor } = this.#parts;
    const { node } = planned;
    const name = level.nameOf(planned);
    const message = error instanceof Error ? error.message : String(error);
    if (control.isAbandoned) return;
    if (error instanceof NodeLost && !signal.aborted) {
      const ask = { ...runState.reporterOf(name, node.kind), nodeId: name, signal };
      const next = await lostTry({ ...task, message }, (question) =>
        executor.ask(question, { ...ask, runId: this.#parts.runId }),
      );
      if (next.outcome === "again") {
        const payload = { message: "node was lost and is tried again", attempt, error: message };
        runState.event({ kind: "WARN", nodeId: name, payload });
        const { failures, lost } = task;
        return this.#enqueue({
          level,
          planned,
          signal,
          attempt: attempt + 1,
          failures,
          lost: lost + 1,
        });
      }
      if (next.outcome === "done") return this.#succeed(task, {});
    }
    const failures = task.failures + 1;
    const {
      exitCode = null,
      output = null,
      errorOutput: stderr = null,
    } = error instanceof NodeFailure ? error : {};
    const isLost = error instanceof NodeLost;
    if (!signal.aborted && !isLost && failures <= (node.retries ?? this.#settings.retries)) {
      const wait = retryDelay(node, failures);
      const dueAt = this.#parts.now() + wait;
      const payload = {
        message: "node failed and is tried again",
        attempt,
        error: message,
        wait_ms: wait,
      };
      runState.event({ kind: "WARN", nodeId: name, payload });
      runState.changed(name, node.kind, {
        state: "pending",
        error: message,
        exitCode,
        dueAt,
        stderr,
      });
      if (await pause(wait, signal)) {
        const { lost } = task;
        this.#enqueue({ level, planned, signal, attempt: attempt + 1, failures, lost });
        return;
      }
    }
    if (control.isAbandoned) return;
    const stopped = signal.aborted;
    const state = stopped ? "cancelled" : "failed";
    const facts: NodeFacts = { state, output, exit_code: exitCode, error: message, stderr };
    runState.ended(name, node.kind, {
      state,
      error: message,
      exitCode,
      output,
      stderr,
      dueAt: null,
    });
    if (!stopped) {
      level.failed.push(name);
      level.failure ??= `node "${name}": ${message}`;
    }
    this.#follow(level, level.end(planned.id, facts));
    if (!stopped && this.#settings.onFailure === "stop") this.#skip(level, level.stop());
  }

  /** Starts what may begin, and ends what never will. */
  #follow(level: PlanLevel, { ready, skipped }: Consequences): void {
    for (const planned of ready)
      this.#enqueue({ level, planned, attempt: 1, failures: 0, lost: 0 });
    this.#skip(level, skipped);
  }

  #skip(level: PlanLevel, skipped: readonly Skipped[]): void {
    for (const { planned, because } of skipped) this.#endUnstarted(level, planned, because);
  }

  #endUnstarted(
    level: PlanLevel,
    first: PlannedNode,
    because: readonly string[],
    reason?: string,
  ): void {
    const state = level.isCancelled && this.#parts.control.ended ? "cancelled" : "skipped";
    const waiting: Skipped[] = [{ planned: first, because }];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { id, node } = next.planned;
      if (level.stateOf(id) !== undefined) continue;
      const error = id === first.id ? (reason ?? null) : null;
      this.#parts.runState.ended(level.nameOf({ id }), node.kind, { state, error }, next.because);
      const facts = { state, output: null, exit_code: null, error: null, stderr: null };
      const { ready, skipped } = level.end(id, facts);
      waiting.push(...skipped);
      if (!level.isCancelled) this.#follow(level, { ready, skipped: [] });
    }
  }

  #remember(level: PlanLevel, planned: PlannedNode, at: number): void {
    const { undo: line } = planned.node;
    if (line === undefined || planned.node.map_over !== undefined) return;
    this.undoable.push({ name: level.nameOf(planned), line, at, scope: level.scopeOf(planned) });
  }
}

function isGroup({ node }: PlannedNode): boolean {
  return node.kind === "graph" || node.map_over !== undefined;
}
