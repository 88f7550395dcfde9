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
  "onChild" | "onWaiting" | "onDue" | "onActivity" | "record" | "recorded" | "write"
>;

export type NodeStart = {
  attempt: number;
  lost: number;
  after: readonly string[];
  /** The nested graph or map that it belongs to. */
  within?: string | undefined;
};

/** Most heartbeats that a run which waits leaves out. */
const LONGEST_PAUSE = 30;

/** The part of stderr that the event of a failure holds. */
const EVENT_CHARACTERS = 1_000;

const ENDED: readonly NodeState[] = ["succeeded", "failed", "skipped", "cancelled"];

/** Keeps the state of a run's nodes and tells what happens to them, as events and as causes. */
export class RunState {
  readonly #run: RunIdentity;
  readonly #writer: RunWriter;
  readonly #now: () => number;
  readonly #causal: boolean;
  readonly #nodes: Map<string, RunNodeRow>;
  readonly #causes = new Map<string, readonly string[]>();
  /** Tells the steps of a resumed run from those before. */
  readonly #again: string;
  readonly #kept: ReadonlySet<string>;
  #lastProgress: number;
  #beatAt = 0;
  #beatOf = 0;
  #beatPauseMs = 0;
  #isOver = false;

  constructor(
    run: RunIdentity,
    writer: RunWriter,
    settings: {
      now: () => number;
      causal: boolean;
      /** Nodes as another process left them. */
      restored?: ReadonlyMap<string, RunNodeRow>;
      /** How often the run was resumed after its end. */
      resumes?: number;
    },
  ) {
    this.#run = run;
    this.#writer = writer;
    this.#now = settings.now;
    this.#causal = settings.causal;
    this.#lastProgress = settings.now();
    this.#nodes = new Map(
      [...(settings.restored ?? [])].map(([name, row]) => [name, withoutOutput(row)]),
    );
    this.#kept = new Set(settings.resumes ? this.#nodes.keys() : []);
    this.#again = settings.resumes ? `#${settings.resumes + 1}` : "";
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

  /** Says that the run is alive: often while things happen, and more and more seldom while it waits. */
  beat(intervalMs: number): void {
    const now = performance.now();
    if (this.#isOver || now < this.#beatAt) return;
    const isQuiet = this.#beatOf === this.#lastProgress;
    this.#beatPauseMs = isQuiet ? Math.min(this.#beatPauseMs * 2, LONGEST_PAUSE * intervalMs) : 0;
    if (this.#beatPauseMs === 0) this.#beatPauseMs = intervalMs / 2;
    this.#beatAt = now + this.#beatPauseMs;
    this.#beatOf = this.#lastProgress;
    const running = this.nodes("running").map(({ nodeId }) => nodeId);
    const ended = this.nodes().filter(({ endedAt }) => endedAt !== null).length;
    this.event({ kind: "HEARTBEAT", payload: { running: running.slice(0, 50), ended } });
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
      onDue: (dueAt, detail) =>
        this.changed(nodeId, kind, {
          dueAt: dueAt === 0 ? null : dueAt,
          ...(detail && { detail }),
        }),
      onActivity: () => this.active(),
      write: (body, locks) => this.#writer.write(body, locks),
      record: (event) => this.event(event),
      recorded: () => this.recorded(),
    };
  }

  event(draft: EventDraft): void {
    const { runId, opId, graphId } = this.#run;
    this.#writer.event({ runId, opId, graphId, ...draft });
  }

  started(nodeId: string, kind: PlanNodeKind, start: NodeStart): void {
    const { attempt, lost, after, within } = start;
    const known = this.#nodes.get(nodeId);
    this.#save(nodeId, kind, {
      state: "running",
      attempts: attempt,
      lost,
      startedAt: known?.startedAt ?? this.#now(),
      dueAt: null,
    });
    this.event({ kind: "START", nodeId, payload: { kind, attempt } });
    const first = within === undefined ? this.causeOf("run") : this.causeOf(within, "started");
    const causes = after.length === 0 ? [first] : after.map((id) => this.causeOf(id, "ended"));
    this.#cause(nodeId, "node.started", causes, { kind, attempt });
  }

  changed(nodeId: string, kind: PlanNodeKind, change: NodeChange): void {
    this.#save(nodeId, kind, change);
  }

  /** Names the nodes within a nested graph or map that its end comes from. */
  causedBy(nodeId: string, nodes: readonly string[]): void {
    if (this.#causal) this.#causes.set(nodeId, nodes);
  }

  /** `because` names the nodes that decided about one that never began. */
  ended(
    nodeId: string,
    kind: PlanNodeKind,
    change: NodeChange & { state: NodeState },
    because: readonly string[] = [],
  ): void {
    const row = this.#save(nodeId, kind, { endedAt: this.#now(), ...change });
    const { state, attempts, error, startedAt, endedAt, childId, exitCode, stderr } = row;
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
        ...(failed && stderr && { stderr: stderr.slice(-EVENT_CHARACTERS) }),
      },
    });
    const inner = [...because, ...(this.#causes.get(nodeId) ?? [])];
    this.#causes.delete(nodeId);
    const own = startedAt === null ? [] : [this.causeOf(nodeId, "started")];
    const causes = [...own, ...inner.map((id) => this.causeOf(id, "ended"))];
    this.#cause(nodeId, "node.ended", causes.length > 0 ? causes : [this.causeOf("run")], {
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
    this.#causeOfRun("run.ended", `${this.causeOf("run")}:ended${this.#again}`, causes, data);
  }

  /** The id under which causal memory knows a step. */
  causeOf(nodeId: string, step?: "started" | "ended"): string {
    if (step === undefined) return this.#run.runId;
    // Nodes that succeeded before the run was resumed ran only once.
    const isKept = this.#again !== "" && this.#kept.has(nodeId);
    return `${this.#run.runId}/${nodeId}:${step}${isKept ? "" : this.#again}`;
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
    this.#nodes.set(nodeId, withoutOutput(row));
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

/** An output may be long, and is kept in the database. */
function withoutOutput(row: RunNodeRow): RunNodeRow {
  return { ...row, output: null, stderr: null };
}
