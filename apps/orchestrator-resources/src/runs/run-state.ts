import type { PlanNodeKind } from "@faculties/schemas/orchestrator-resources/plan-node";
import type { NodeState } from "@faculties/schemas/orchestrator-resources/run-snapshot";
import type { EventDraft } from "../store/event-log.ts";
import { unbegunNode } from "../store/runs.ts";
import type { RunNodeRow } from "../store/tables.ts";
import type { Attempt } from "./node-executor.ts";
import type { RunWriter } from "./run-writer.ts";

export type RunIdentity = { runId: string; opId: string; graphId: string | null };
export type NodeChange = Partial<Omit<RunNodeRow, "runId" | "nodeId" | "ordinal" | "kind">>;

export type NodeReporter = Pick<
  Attempt,
  "onChild" | "onWaiting" | "onActivity" | "record" | "recorded"
>;

const ENDED: readonly NodeState[] = ["succeeded", "failed", "skipped", "cancelled"];

/** Keeps the state of a run's nodes and tells what happens to them, as events and as causes. */
export class RunState {
  readonly #run: RunIdentity;
  readonly #writer: RunWriter;
  readonly #now: () => number;
  readonly #causal: boolean;
  readonly #nodes = new Map<string, RunNodeRow>();
  #lastProgress: number;
  #isOver = false;

  constructor(
    run: RunIdentity,
    writer: RunWriter,
    settings: { now: () => number; causal: boolean },
  ) {
    this.#run = run;
    this.#writer = writer;
    this.#now = settings.now;
    this.#causal = settings.causal;
    this.#lastProgress = settings.now();
  }

  get lastProgress(): number {
    return this.#lastProgress;
  }

  /** Whether the run has ended, be it written down already or not. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Something happened, be it only a line of output. */
  active(): void {
    this.#lastProgress = this.#now();
  }

  /** Resolves when more may happen: what did is written down, or soon will be. */
  room(): Promise<void> {
    return this.#writer.room();
  }

  /** Resolves when what happened so far is written down. */
  recorded(): Promise<void> {
    return this.#writer.recorded();
  }

  /** The callbacks through which an executor reports on a node. */
  reporterOf(nodeId: string, kind: PlanNodeKind): NodeReporter {
    return {
      onChild: (childId) => this.changed(nodeId, kind, { childId }),
      onWaiting: (isWaiting) =>
        this.changed(nodeId, kind, { state: isWaiting ? "pending" : "running" }),
      onActivity: () => this.active(),
      record: (event) => this.event(event),
      recorded: () => this.recorded(),
    };
  }

  event(draft: EventDraft): void {
    const { runId, opId, graphId } = this.#run;
    this.#writer.event({ runId, opId, graphId, ...draft });
  }

  started(nodeId: string, kind: PlanNodeKind, attempt: number, after: readonly string[]): void {
    const known = this.#nodes.get(nodeId);
    this.#save(nodeId, kind, {
      state: "running",
      attempts: attempt,
      startedAt: known?.startedAt ?? this.#now(),
    });
    this.event({ kind: "START", nodeId, payload: { kind, attempt } });
    const causes =
      after.length === 0 ? [this.causeOf("run")] : after.map((id) => this.causeOf(id, "ended"));
    this.#cause(nodeId, "node.started", causes, { kind, attempt });
  }

  changed(nodeId: string, kind: PlanNodeKind, change: NodeChange): void {
    this.#save(nodeId, kind, change);
  }

  ended(nodeId: string, kind: PlanNodeKind, change: NodeChange & { state: NodeState }): void {
    const row = this.#save(nodeId, kind, { endedAt: this.#now(), ...change });
    const { state, attempts, error, startedAt, endedAt, childId, exitCode } = row;
    const failed = state === "failed";
    this.event({
      kind: failed ? "ERROR" : "STATUS",
      nodeId,
      childId,
      payload: {
        state,
        attempts,
        duration_ms: startedAt === null ? 0 : (endedAt ?? 0) - startedAt,
        ...(error !== null && { error }),
        ...(exitCode !== null && { exit_code: exitCode }),
      },
    });
    const cause = startedAt === null ? this.causeOf("run") : this.causeOf(nodeId, "started");
    this.#cause(nodeId, "node.ended", [cause], {
      state,
      attempts,
      ...(error !== null && { error }),
    });
  }

  runStarted(data: Record<string, unknown>): void {
    this.#causeOfRun("run.started", this.causeOf("run"), [], data);
  }

  runEnded(data: Record<string, unknown>, after: readonly string[]): void {
    this.#isOver = true;
    const causes =
      after.length === 0 ? [this.causeOf("run")] : after.map((id) => this.causeOf(id, "ended"));
    this.#causeOfRun("run.ended", `${this.causeOf("run")}:ended`, causes, data);
  }

  /** The id under which causal memory knows a step. */
  causeOf(nodeId: string, step?: "started" | "ended"): string {
    return step === undefined ? this.#run.runId : `${this.#run.runId}/${nodeId}:${step}`;
  }

  nodes(state?: NodeState): RunNodeRow[] {
    const all = [...this.#nodes.values()];
    return state === undefined ? all : all.filter((node) => node.state === state);
  }

  isEnded(nodeId: string): boolean {
    const state = this.#nodes.get(nodeId)?.state;
    return state !== undefined && ENDED.includes(state);
  }

  #save(nodeId: string, kind: PlanNodeKind, change: NodeChange): RunNodeRow {
    const known =
      this.#nodes.get(nodeId) ?? unbegunNode(this.#run.runId, nodeId, kind, this.#nodes.size);
    const row = { ...known, ...change };
    this.#nodes.set(nodeId, row);
    this.#writer.node(row);
    this.active();
    return row;
  }

  #cause(
    nodeId: string,
    type: "node.started" | "node.ended",
    causes: readonly string[],
    data: Record<string, unknown>,
  ) {
    const step = type === "node.started" ? "started" : "ended";
    const attempt = Number(data["attempt"] ?? 1);
    // A later try of the same node adds no second beginning.
    if (step === "started" && attempt > 1) return;
    this.#draft(this.causeOf(nodeId, step), type, nodeId, causes, data);
  }

  #causeOfRun(
    type: string,
    id: string,
    causes: readonly string[],
    data: Record<string, unknown>,
  ): void {
    this.#draft(id, type, this.#run.graphId, causes, data);
  }

  #draft(
    id: string,
    type: string,
    label: string | null,
    causes: readonly string[],
    data: Record<string, unknown>,
  ) {
    if (!this.#causal) return;
    this.#writer.cause({
      id,
      type,
      ts: this.#now(),
      runId: this.#run.runId,
      label,
      data,
      causes,
    });
  }
}

/** How a run ended. */
export type RunOutcome = { state: "succeeded" | "failed" | "cancelled"; error: string | null };

/** Pauses, resumes or ends a run from outside while it is active. */
export class RunControl {
  readonly #abort = new AbortController();
  readonly #listeners = new Set<() => void>();
  #paused = false;
  #ended: RunOutcome | undefined;

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  get paused(): boolean {
    return this.#paused;
  }

  /** How it was ended from outside; undefined when it was not. */
  get ended(): RunOutcome | undefined {
    return this.#ended;
  }

  /** False when it was ended already. */
  end(outcome: RunOutcome): boolean {
    if (this.#ended) return false;
    this.#ended = outcome;
    this.#abort.abort(new Error(outcome.error ?? outcome.state));
    this.#changed();
    return true;
  }

  pause(): void {
    this.#paused = true;
  }

  resume(): void {
    this.#paused = false;
    this.#changed();
  }

  onChange(listener: () => void): void {
    this.#listeners.add(listener);
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }
}
