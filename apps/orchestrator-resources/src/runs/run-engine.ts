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
import { intensities } from "../store/stigmergy.ts";
import { GraphRun } from "./graph-run.ts";
import type { NodeExecutor } from "./node-executor.ts";
import { type LoadedPlan, PlanLoader } from "./plan-level.ts";
import { RunControl, type RunIdentity, RunJournal, type RunOutcome } from "./run-state.ts";
import { RunRecorder } from "./run-writer.ts";
import { TreeRun } from "./tree-run.ts";

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
  journal: RunJournal;
  backlog(): number;
  done: Promise<void>;
};

type Outcome = RunOutcome & { sinks?: string[] };
type Work = (run: { identity: RunIdentity; control: RunControl; journal: RunJournal }) => {
  backlog(): number;
  outcome: Promise<Outcome>;
};

const PRIORITIES_MS = 100;
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

  async startGraph(input: PlanRunInput): Promise<PlanRunOutput> {
    const { database, graphs, settings } = this.#parts;
    const { idempotency_key: key, ...payload } = input;
    const request = { tool: "plan_run", key, payload, ttlMs: settings.idempotencyTtlMs };
    // First of all: the graph may have changed into one that cannot be run.
    const answered = await database.query((tx) =>
      findAnswer<PlanRunOutput>(tx, request, database.now()),
    );
    if (answered) return answered;
    const plans = new PlanLoader(database, graphs);
    const loaded = await plans.load(input.graph_id, input.version);
    const { graphId, version: graphVersion, plan } = loaded;
    return this.#start(
      { ...request, answer: { graph_id: graphId, graph_version: graphVersion } },
      { graphId, graphVersion, mode: input.mode, nodeCount: plan.size },
      this.#graphWork(input, loaded, plans),
      input.timeout_ms,
    );
  }

  async startTree({ idempotency_key: key, ...input }: PlanRunBtInput): Promise<StartedRun> {
    const tree = input.tree as BehaviourNode;
    const nodeCount = countTasks(tree);
    const ttlMs = this.#parts.settings.idempotencyTtlMs;
    return this.#start(
      { tool: "plan_run_bt", key, payload: input, ttlMs, answer: {} },
      { graphId: null, graphVersion: null, mode: "bt", nodeCount },
      this.#treeWork(tree),
      input.timeout_ms,
    );
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
    { answer, ...request }: OnceRequest & { payload: Record<string, unknown>; answer: Answer },
    shape: Pick<NewRun, "graphId" | "graphVersion" | "mode" | "nodeCount">,
    work: Work,
    timeoutMs: number | undefined,
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
    const recorder = new RunRecorder(runId, database, (cause) => {
      log.error("steps of a run could not be stored", { runId, error: cause });
      control.end(UNSTORED);
    });
    const causal = settings.toggles.enableCausalMemory;
    const journal = new RunJournal(identity, recorder, { now: database.now, causal });
    const expired = { state: "failed" as const, error: `the run timed out after ${timeoutMs} ms` };
    const timer =
      timeoutMs === undefined ? undefined : setTimeout(() => control.end(expired), timeoutMs);
    const closeMailbox = mailbox.open();
    journal.runStarted({ graph_id: identity.graphId });
    const { backlog, outcome } = work({ identity, control, journal });
    const done = this.#finish(identity, { recorder, journal, outcome }).finally(() => {
      clearTimeout(timer);
      closeMailbox();
      this.#active.delete(runId);
    });
    this.#active.set(runId, { identity, control, journal, backlog, done });
  }

  async #finish(
    identity: RunIdentity,
    run: { recorder: RunRecorder; journal: RunJournal; outcome: Promise<Outcome> },
  ): Promise<void> {
    const { recorder, journal } = run;
    const {
      state,
      error,
      sinks = [],
    } = await run.outcome.catch((cause: unknown): Outcome => {
      this.#parts.log.error("a run ended unexpectedly", { runId: identity.runId, error: cause });
      return { state: "failed", error: "the run ended unexpectedly; see the server's log" };
    });
    journal.runEnded({ state, ...(error !== null && { error }) }, sinks);
    const by = (wanted: "succeeded" | "failed" | "skipped" | "cancelled") =>
      journal.nodes(wanted).length;
    const counts = {
      succeeded: by("succeeded"),
      failed: by("failed"),
      skipped: by("skipped"),
      cancelled: by("cancelled"),
    };
    journal.event({
      kind: "AGGREGATE",
      level: state === "succeeded" ? "info" : state === "failed" ? "error" : "warn",
      payload: { state, ...(error !== null && { error }), ...counts },
    });
    try {
      await recorder.finish((tx, outbox) => {
        // It may have succeeded before its last steps were refused.
        const end = recorder.isIncomplete && state === "succeeded" ? UNSTORED : { state, error };
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
    return ({ identity, control, journal }) => {
      const priorities = input.mode === "reactive" ? this.#watchPriorities() : undefined;
      const settings = {
        maxParallel: input.max_parallel,
        retries: input.retries,
        nodeTimeoutMs: input.node_timeout_ms,
        onFailure: input.on_failure,
      };
      const run = new GraphRun(settings, {
        runId: identity.runId,
        graphId: identity.graphId,
        journal,
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
    return ({ identity, control, journal }) => {
      const parts = { journal, control, executor, database, blackboard };
      const run = new TreeRun({
        ...parts,
        runId: identity.runId,
        tickMs: settings.timings.btTickMs,
      });
      return { backlog: () => 0, outcome: run.run(tree) };
    };
  }

  /** What agents have marked goes first, as strong as the mark is at the moment. */
  #watchPriorities() {
    const { database, settings, log } = this.#parts;
    const priorities = {
      current: new Map<string, number>(),
      loaded: Promise.resolve(),
      stop: () => clearInterval(timer),
    };
    const load = async () => {
      const halfLifeMs = settings.timings.stigHalfLifeMs;
      try {
        priorities.current = await database.query((tx) =>
          intensities(tx, { now: database.now(), halfLifeMs }),
        );
      } catch (error) {
        log.error("marks could not be read", { error });
      }
    };
    const timer = setInterval(() => void load(), PRIORITIES_MS).unref();
    priorities.loaded = load();
    return priorities;
  }
}
