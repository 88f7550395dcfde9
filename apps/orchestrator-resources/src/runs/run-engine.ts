import type { Logger } from "@faculties/mcp-kit";
import type { BehaviourNode } from "@faculties/schemas/orchestrator-resources/behaviour-tree";
import {
  PlanRunInput,
  type PlanRunOutput,
} from "@faculties/schemas/orchestrator-resources/plan-run";
import { PlanRunBtInput } from "@faculties/schemas/orchestrator-resources/plan-run-bt";
import type { StartedRun } from "@faculties/schemas/orchestrator-resources/run-snapshot";
import { countTasks } from "../domain/behaviour-tree.ts";
import type { Mailbox } from "../instances/mailbox.ts";
import type { RemoteNodes } from "../remote/remote-nodes.ts";
import type { Settings } from "../settings.ts";
import type { BlackboardStore } from "../store/blackboard.ts";
import type { Database } from "../store/database.ts";
import type { GraphStore } from "../store/graphs.ts";
import { findAnswer, type OnceRequest } from "../store/idempotency.ts";
import { removeTasksOfRun } from "../store/remote-tasks.ts";
import { endRun, updateRun } from "../store/runs.ts";
import type { RunNodeRow, RunRow } from "../store/tables.ts";
import { GraphRun } from "./graph-run.ts";
import type { NodeExecutor } from "./node-executor.ts";
import { PlanLoader } from "./plan-loader.ts";
import { type NewRunPlan, planGraph, writeRun } from "./plan-run.ts";
import { RunControl, type RunOutcome } from "./run-control.ts";
import { type RunIdentity, RunState } from "./run-state.ts";
import { RunWriter } from "./run-writer.ts";
import { TreeRun } from "./tree-run.ts";
import { undoAll } from "./undo.ts";
import { watchPriorities } from "./watch-priorities.ts";

export type RunEngineParts = {
  database: Database;
  settings: Settings;
  graphs: GraphStore;
  blackboard: BlackboardStore;
  executor: NodeExecutor;
  remote: RemoteNodes;
  mailbox: Mailbox;
  newId: (prefix: string) => string;
  log: Pick<Logger, "error" | "warn">;
};

export type ActiveRun = {
  identity: RunIdentity;
  epoch: number;
  control: RunControl;
  runState: RunState;
  backlog(): number;
  done: Promise<void>;
};

/** A run as it is stored, and the nodes that it has already. */
export type StoredRun = { run: RunRow; restored: ReadonlyMap<string, RunNodeRow> };

type Work = {
  backlog(): number;
  outcome: Promise<RunOutcome & { causes?: string[] }>;
  /** How to take back what succeeded, with the nodes of which that failed; undefined when there is nothing to take back. */
  undo?(): (() => Promise<string[]>) | undefined;
};
type Running = {
  stored: StoredRun;
  identity: RunIdentity;
  control: RunControl;
  runState: RunState;
  writer: RunWriter;
};

const UNSTORED: RunOutcome = {
  state: "failed",
  error: "steps of the run could not be stored; see the server's log",
};

/** Starts runs, continues those of others, and sees them through to their end. */
export class RunEngine {
  readonly #parts: RunEngineParts;
  readonly #active = new Map<string, ActiveRun>();
  #isClosing = false;

  constructor(parts: RunEngineParts) {
    this.#parts = parts;
  }

  async startGraph(input: PlanRunInput, request: OnceRequest): Promise<PlanRunOutput> {
    const { database } = this.#parts;
    // First of all: the graph may have changed into one that cannot be run.
    const answered = await database.query((tx) =>
      findAnswer<PlanRunOutput>(tx, request, database.now()),
    );
    if (answered) return answered;
    const { idempotency_key: _, ...settings } = input;
    return this.start(await planGraph(this.#parts, settings), request);
  }

  async startTree(input: PlanRunBtInput, request: OnceRequest): Promise<StartedRun> {
    const nodeCount = countTasks(input.tree as BehaviourNode);
    const settings = request.payload;
    return this.start(
      { graphId: null, graphVersion: null, mode: "bt", nodeCount, settings },
      request,
    );
  }

  /** Writes a new run down and begins it; a request that was answered before is answered again. */
  async start<Plan extends NewRunPlan>(
    plan: Plan,
    request: OnceRequest,
  ): Promise<Plan extends { graphId: string } ? PlanRunOutput : StartedRun> {
    const { started, stored } = await writeRun(this.#parts, plan, request);
    if (stored) this.begin(stored);
    return started as never;
  }

  /** The run, when this process executes it. */
  find(runId: string): ActiveRun | undefined {
    return this.#active.get(runId);
  }

  active(): ActiveRun[] {
    return [...this.#active.values()];
  }

  /** Nodes of all runs that could begin if there were room. */
  backlog(): number {
    return this.active().reduce((sum, run) => sum + run.backlog(), 0);
  }

  /** Ends all runs; with `leave` they are left as they are for another process. */
  async close({ leave }: { leave: boolean }): Promise<void> {
    this.#isClosing = true;
    const outcome = { state: "cancelled" as const, error: "the server was shut down" };
    for (const { control, runState } of this.active()) {
      if (leave) await runState.recorded().catch(() => undefined);
      if (leave) control.abandon("the server was shut down");
      else control.end(outcome);
    }
    await Promise.allSettled(this.active().map(({ done }) => done));
  }

  /** Executes a run that belongs to this process, from where it is. */
  begin(stored: StoredRun): void {
    const { database, settings, mailbox, remote, log } = this.#parts;
    const { run, restored } = stored;
    const { runId, opId, graphId, epoch, resumes } = run;
    if (this.#isClosing) return;
    const identity = { runId, opId, graphId };
    const control = new RunControl();
    const writer = new RunWriter(runId, database, {
      epoch,
      onFenced: () => {
        log.warn("another process has taken over a run", { runId });
        control.abandon("another process has taken the run over");
        remote.abandon(runId);
      },
      onLoss: (cause) => {
        log.error("steps of a run could not be stored", { runId, error: cause });
        control.end(UNSTORED);
      },
    });
    const causal = settings.toggles.enableCausalMemory;
    const state = { now: database.now, causal, restored, resumes };
    const runState = new RunState(identity, writer, state);
    if (run.state === "paused") control.pause();
    const stopTimer = expireRun(run, control, database.now());
    const closeMailbox = mailbox.open();
    if (restored.size === 0) runState.runStarted({ graph_id: graphId });
    const running = { stored, identity, control, runState, writer };
    const work = run.mode === "bt" ? this.#treeWork(running) : this.#graphWork(running);
    const done = this.#finish(running, work).finally(() => {
      stopTimer();
      closeMailbox();
      this.#active.delete(runId);
    });
    this.#active.set(runId, { identity, epoch, control, runState, backlog: work.backlog, done });
  }

  async #finish(running: Running, work: Work): Promise<void> {
    const { identity, control, runState, writer, stored } = running;
    const { log } = this.#parts;
    const ended = await work.outcome.catch((cause: unknown): RunOutcome => {
      if (!control.isAbandoned)
        log.error("a run ended unexpectedly", { runId: identity.runId, error: cause });
      return { state: "failed", error: "the run ended unexpectedly; see the server's log" };
    });
    if (control.isAbandoned) return writer.stop();
    try {
      const outcome = stored.run.outcome ?? ended;
      const { state, error } = await this.#undo(running, work, outcome);
      const causes = "causes" in ended ? (ended.causes as string[]) : [];
      this.#tellEnd(runState, { state, error }, causes);
      await writer.finish(async (tx, outbox) => {
        // It may have succeeded before its last steps were refused.
        const end = writer.isIncomplete && state === "succeeded" ? UNSTORED : { state, error };
        await removeTasksOfRun(tx, identity.runId);
        await endRun(tx, outbox, identity.runId, end);
      });
    } catch (cause) {
      if (!control.isAbandoned)
        log.error("the end of a run could not be stored", { runId: identity.runId, error: cause });
    }
  }

  /** Takes back what succeeded in a run that did not; the outcome is on record first, so that others continue with this. */
  async #undo(running: Running, work: Work, outcome: RunOutcome): Promise<RunOutcome> {
    const { identity, runState, writer } = running;
    const undo = outcome.state === "succeeded" ? undefined : work.undo?.();
    if (!undo) return outcome;
    const { state, error } = outcome;
    await writer.finish((tx, outbox) =>
      updateRun(tx, outbox, identity.runId, {
        outcome: { state: state as "failed" | "cancelled", error },
      }),
    );
    const failed = await undo();
    if (failed.length === 0) return { state, error };
    runState.event({ kind: "ERROR", payload: { message: "not undone", nodes: failed } });
    return { state, error: `${error ?? state}; could not undo ${failed.join(", ")}` };
  }

  #tellEnd(runState: RunState, { state, error }: RunOutcome, causes: readonly string[]): void {
    const what = { state, ...(error !== null && { error }) };
    runState.runEnded(what, causes);
    const count = (wanted: "succeeded" | "failed" | "skipped" | "cancelled") =>
      runState.nodes(wanted).length;
    runState.event({
      kind: "AGGREGATE",
      level: state === "succeeded" ? "info" : state === "failed" ? "error" : "warn",
      payload: {
        ...what,
        succeeded: count("succeeded"),
        failed: count("failed"),
        skipped: count("skipped"),
        cancelled: count("cancelled"),
      },
    });
  }

  #graphWork({ stored, identity, control, runState }: Running): Work {
    const { executor, database, graphs } = this.#parts;
    const { run: row, restored } = stored;
    const input = PlanRunInput.parse(row.settings);
    const priorities = input.mode === "reactive" ? watchPriorities(this.#parts) : undefined;
    const plans = new PlanLoader(database, graphs, row.pins ?? {});
    const settings = {
      maxParallel: input.max_parallel,
      retries: input.retries,
      nodeTimeoutMs: input.node_timeout_ms,
      onFailure: input.on_failure,
      inputs: row.inputs ?? {},
    };
    const { runId, graphId } = identity;
    const run = new GraphRun(settings, {
      runId,
      graphId,
      runState,
      control,
      executor,
      plans,
      restored,
      now: database.now,
      priorityOf: priorities && ((nodeId) => priorities.current.get(nodeId) ?? 0),
    });
    if (row.outcome) control.end(row.outcome);
    const outcome = Promise.resolve(priorities?.loaded)
      .then(() => plans.load(row.graphId as string, row.graphVersion ?? undefined))
      .then((loaded) => run.run(loaded))
      .finally(() => priorities?.stop());
    // Nothing but the loss of the run ends this part.
    const stop = new AbortController();
    control.onChange(() => {
      if (control.isAbandoned) stop.abort(new Error("another process has taken the run over"));
    });
    const parts = { runId, graphId, runState, executor, restored, signal: stop.signal };
    const undo = () => undoAll(run.undoable, { ...parts, timeoutMs: input.node_timeout_ms });
    return {
      backlog: () => run.backlog,
      outcome,
      undo: () => (run.undoable.length > 0 ? undo : undefined),
    };
  }

  #treeWork({ stored, identity, control, runState }: Running): Work {
    const { database, blackboard, executor, settings } = this.#parts;
    const { tree } = PlanRunBtInput.parse(stored.run.settings);
    const run = new TreeRun({
      runState,
      control,
      executor,
      database,
      blackboard,
      runId: identity.runId,
      tickMs: settings.timings.btTickMs,
      restored: stored.restored,
    });
    return { backlog: () => 0, outcome: run.run(tree as BehaviourNode) };
  }
}

/** Ends a run at its time limit; the result takes that back. */
function expireRun({ settings, startedAt }: RunRow, control: RunControl, now: number): () => void {
  const timeoutMs = settings["timeout_ms"];
  if (typeof timeoutMs !== "number") return () => undefined;
  const expired = { state: "failed" as const, error: `the run timed out after ${timeoutMs} ms` };
  const left = (startedAt ?? now) + timeoutMs - now;
  const timer = setTimeout(() => control.end(expired), Math.max(0, left));
  return () => clearTimeout(timer);
}
