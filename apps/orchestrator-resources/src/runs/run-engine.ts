import type { Logger } from "@faculties/mcp-kit";
import type { BehaviourNode } from "@faculties/schemas/orchestrator-resources/behaviour-tree";
import type {
  PlanRunInput,
  PlanRunOutput,
} from "@faculties/schemas/orchestrator-resources/plan-run";
import type { PlanRunBtInput } from "@faculties/schemas/orchestrator-resources/plan-run-bt";
import type { StartedRun } from "@faculties/schemas/orchestrator-resources/run-snapshot";
import { countTasks } from "../domain/behaviour-tree.ts";
import { runEventsUri } from "../domain/resource-uri.ts";
import type { Mailbox } from "../instances/mailbox.ts";
import type { Settings } from "../settings.ts";
import type { BlackboardStore } from "../store/blackboard.ts";
import type { Database } from "../store/database.ts";
import type { GraphStore } from "../store/graphs.ts";
import { findAnswer, type OnceRequest, writeOnce } from "../store/idempotency.ts";
import { endRun, insertRun, type NewRun } from "../store/runs.ts";
import { GraphRun } from "./graph-run.ts";
import type { NodeExecutor } from "./node-executor.ts";
import { type LoadedPlan, PlanLoader } from "./plan-level.ts";
import { RunControl, type RunIdentity, RunState, type RunOutcome } from "./run-state.ts";
import { RunWriter } from "./run-writer.ts";
import { TreeRun } from "./tree-run.ts";
import { watchPriorities } from "./watch-priorities.ts";

export type RunEngineParts = {
  database: Database;
  settings: Settings;
  graphs: GraphStore;
  blackboard: BlackboardStore;
  executor: NodeExecutor;
  mailbox: Mailbox;
  newId: (prefix: string) => string;
  log: Pick<Logger, "error">;
};

export type ActiveRun = {
  identity: RunIdentity;
  control: RunControl;
  runState: RunState;
  backlog(): number;
  done: Promise<void>;
};

type FinishedWork = RunOutcome & { sinks?: string[] };
type Work = (run: { identity: RunIdentity; control: RunControl; runState: RunState }) => {
  backlog(): number;
  outcome: Promise<FinishedWork>;
};

type RunStart<Answer> = {
  shape: Pick<NewRun, "graphId" | "graphVersion" | "mode" | "nodeCount">;
  /** Returned in addition to what every started run returns. */
  answer: Answer;
  work: Work;
  timeoutMs: number | undefined;
};

const UNSTORED: RunOutcome = {
  state: "failed",
  error: "steps of the run could not be stored; see the server's log",
};

/** Starts runs and sees them through to their end. */
export class RunEngine {
  readonly #parts: RunEngineParts;
  readonly #active = new Map<string, ActiveRun>();

  constructor(parts: RunEngineParts) {
    this.#parts = parts;
  }

  async startGraph(input: PlanRunInput, request: OnceRequest): Promise<PlanRunOutput> {
    const { database, graphs } = this.#parts;
    // First of all: the graph may have changed into one that cannot be run.
    const answered = await database.query((tx) =>
      findAnswer<PlanRunOutput>(tx, request, database.now()),
    );
    if (answered) return answered;
    const plans = new PlanLoader(database, graphs);
    const loaded = await plans.load(input.graph_id, input.version);
    const { graphId, version: graphVersion, plan } = loaded;
    return this.#start(request, {
      shape: { graphId, graphVersion, mode: input.mode, nodeCount: plan.size },
      answer: { graph_id: graphId, graph_version: graphVersion },
      work: this.#graphWork(input, loaded, plans),
      timeoutMs: input.timeout_ms,
    });
  }

  async startTree(input: PlanRunBtInput, request: OnceRequest): Promise<StartedRun> {
    const tree = input.tree as BehaviourNode;
    return this.#start(request, {
      shape: { graphId: null, graphVersion: null, mode: "bt", nodeCount: countTasks(tree) },
      answer: {},
      work: this.#treeWork(tree),
      timeoutMs: input.timeout_ms,
    });
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

  async close(): Promise<void> {
    const outcome = { state: "cancelled" as const, error: "the server was shut down" };
    for (const { control } of this.active()) control.end(outcome);
    await Promise.allSettled(this.active().map(({ done }) => done));
  }

  async #start<Answer extends object>(
    request: OnceRequest,
    { shape, answer, work, timeoutMs }: RunStart<Answer>,
  ): Promise<StartedRun & Answer> {
    const { database, newId } = this.#parts;
    const identity = { runId: newId("run"), opId: newId("op"), graphId: shape.graphId };
    const { runId, opId } = identity;
    const started = await writeOnce(database, request, [], async (tx, outbox) => {
      const { now } = outbox;
      await insertRun(tx, outbox, {
        ...shape,
        runId,
        opId,
        instanceId: database.writer,
        state: "running",
        settings: request.payload,
        createdAt: now,
        startedAt: now,
      });
      const { mode, nodeCount } = shape;
      outbox.record({
        kind: "PLAN",
        ...identity,
        payload: { mode, nodes: nodeCount, graph_version: shape.graphVersion },
      });
      const events_uri = runEventsUri(runId);
      return {
        run_id: runId,
        op_id: opId,
        state: "running" as const,
        node_count: nodeCount,
        events_uri,
        ...answer,
      };
    });
    if (!started.idempotent) this.#begin(identity, work, timeoutMs);
    return started;
  }

  #begin(identity: RunIdentity, work: Work, timeoutMs: number | undefined): void {
    const { database, settings, mailbox, log } = this.#parts;
    const { runId } = identity;
    const control = new RunControl();
    const writer = new RunWriter(runId, database, (cause) => {
      log.error("steps of a run could not be stored", { runId, error: cause });
      control.end(UNSTORED);
    });
    const causal = settings.toggles.enableCausalMemory;
    const runState = new RunState(identity, writer, { now: database.now, causal });
    const expired = { state: "failed" as const, error: `the run timed out after ${timeoutMs} ms` };
    const timer =
      timeoutMs === undefined ? undefined : setTimeout(() => control.end(expired), timeoutMs);
    const closeMailbox = mailbox.open();
    runState.runStarted({ graph_id: identity.graphId });
    const { backlog, outcome } = work({ identity, control, runState });
    const done = this.#finish(identity, { writer, runState, outcome }).finally(() => {
      clearTimeout(timer);
      closeMailbox();
      this.#active.delete(runId);
    });
    this.#active.set(runId, { identity, control, runState, backlog, done });
  }

  async #finish(
    identity: RunIdentity,
    run: { writer: RunWriter; runState: RunState; outcome: Promise<FinishedWork> },
  ): Promise<void> {
    const { writer, runState } = run;
    const {
      state,
      error,
      sinks = [],
    } = await run.outcome.catch((cause: unknown): FinishedWork => {
      this.#parts.log.error("a run ended unexpectedly", { runId: identity.runId, error: cause });
      return { state: "failed", error: "the run ended unexpectedly; see the server's log" };
    });
    runState.runEnded({ state, ...(error !== null && { error }) }, sinks);
    const by = (wanted: "succeeded" | "failed" | "skipped" | "cancelled") =>
      runState.nodes(wanted).length;
    const counts = {
      succeeded: by("succeeded"),
      failed: by("failed"),
      skipped: by("skipped"),
      cancelled: by("cancelled"),
    };
    runState.event({
      kind: "AGGREGATE",
      level: state === "succeeded" ? "info" : state === "failed" ? "error" : "warn",
      payload: { state, ...(error !== null && { error }), ...counts },
    });
    try {
      await writer.finish((tx, outbox) => {
        // It may have succeeded before its last steps were refused.
        const end = writer.isIncomplete && state === "succeeded" ? UNSTORED : { state, error };
        return endRun(tx, outbox, identity.runId, end);
      });
    } catch (cause) {
      this.#parts.log.error("the end of a run could not be stored", {
        runId: identity.runId,
        error: cause,
      });
    }
  }

  #graphWork(input: PlanRunInput, loaded: LoadedPlan, plans: PlanLoader): Work {
    const { executor } = this.#parts;
    return ({ identity, control, runState }) => {
      const priorities = input.mode === "reactive" ? watchPriorities(this.#parts) : undefined;
      const settings = {
        maxParallel: input.max_parallel,
        retries: input.retries,
        nodeTimeoutMs: input.node_timeout_ms,
        onFailure: input.on_failure,
      };
      const run = new GraphRun(settings, {
        runId: identity.runId,
        graphId: identity.graphId,
        runState,
        control,
        executor,
        priorityOf: priorities && ((nodeId) => priorities.current.get(nodeId) ?? 0),
        plans,
      });
      const outcome = Promise.resolve(priorities?.loaded)
        .then(() => run.run(loaded))
        .finally(() => priorities?.stop());
      return { backlog: () => run.backlog, outcome };
    };
  }

  #treeWork(tree: BehaviourNode): Work {
    const { database, blackboard, executor, settings } = this.#parts;
    return ({ identity, control, runState }) => {
      const parts = { runState, control, executor, database, blackboard };
      const run = new TreeRun({
        ...parts,
        runId: identity.runId,
        tickMs: settings.timings.btTickMs,
      });
      return { backlog: () => 0, outcome: run.run(tree) };
    };
  }
}
