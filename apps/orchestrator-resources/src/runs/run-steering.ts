import {
  CancelRunRequest,
  SteerRunRequest,
} from "@faculties/schemas/orchestrator-resources/owner-requests";
import { setTimeout as delay } from "node:timers/promises";
import { CodedError } from "@faculties/errors";
import type { Logger, ToolCall } from "@faculties/mcp-kit";
import type {
  PlanJoinInput,
  PlanJoinOutput,
} from "@faculties/schemas/orchestrator-resources/plan-join";
import type { RunSnapshot, RunState } from "@faculties/schemas/orchestrator-resources/run-snapshot";
import type { Mailbox } from "../instances/mailbox.ts";
import { listChildren, LIVE_STATES } from "../store/children.ts";
import type { Database } from "../store/database.ts";
import type { GraphStore } from "../store/graphs.ts";
import { hasEnded } from "../store/instances.ts";
import { runKey } from "../store/lock-keys.ts";
import { FINAL_STATES, getRun, hasEndedNode, nodesOf, updateRun } from "../store/runs.ts";
import { reopenRun } from "../store/run-owners.ts";
import { snapshotOfRun } from "../store/run-snapshots.ts";
import type { RunRow } from "../store/tables.ts";
import { adopt } from "./adopt.ts";
import type { RunEngine } from "./run-engine.ts";

type RunSteeringParts = {
  database: Database;
  graphs: GraphStore;
  engine: RunEngine;
  mailbox: Mailbox;
  killGraceMs: number;
  log: Pick<Logger, "warn" | "info">;
};
type CancelOutcome = "requested" | "already_cancelled" | "already_finished";

const POLL_MS = 25;
const WATCH_MS = 100;
/** How long an answer waits for what was asked to have happened. */
const CONFIRM_MS = 1_000;

/** Waits for runs and steers them, wherever they are executed. */
export class RunSteering {
  readonly #parts: RunSteeringParts;

  constructor(parts: RunSteeringParts) {
    this.#parts = parts;
    const { mailbox } = parts;
    mailbox.on("cancel-run", CancelRunRequest, (runId, { reason }) =>
      this.#cancelHere(runId, reason),
    );
    mailbox.on("pause-run", SteerRunRequest, (runId) => this.#setPaused(runId, true));
    mailbox.on("resume-run", SteerRunRequest, (runId) => this.#setPaused(runId, false));
  }

  /** Cancels a run; resolves when it has ended, or when its processes have had their grace. */
  async cancel(
    runId: string,
    reason: string,
  ): Promise<{ outcome: CancelOutcome; cancelledOps: string[] }> {
    const { database, engine, killGraceMs } = this.#parts;
    const run = await database.query((tx) => getRun(tx, runId));
    if (run.state === "cancelled") return { outcome: "already_cancelled", cancelledOps: [] };
    if (FINAL_STATES.includes(run.state)) return { outcome: "already_finished", cancelledOps: [] };
    if (engine.find(runId)?.control.ended)
      return { outcome: "already_cancelled", cancelledOps: [] };
    const cancelledOps = [run.opId, ...(await this.#liveOperations(runId))];
    await this.#adoptIfLeft(run);
    if (engine.find(runId)) this.#cancelHere(runId, reason);
    else await this.#ask(run, "cancel-run", { reason });
    const isFinal = (state: RunState) => FINAL_STATES.includes(state);
    const state = await this.#until(runId, isFinal, killGraceMs + CONFIRM_MS);
    // It may have ended by itself before it heard of this.
    if (isFinal(state) && state !== "cancelled")
      return { outcome: "already_finished", cancelledOps };
    return { outcome: "requested", cancelledOps };
  }

  async pause(runId: string) {
    const run = await this.#changeable(runId, "running", "paused");
    const change = await this.#steer(run, true);
    const nodes = this.#parts.engine.find(runId)?.runState.nodes("running") ?? [];
    return { ...change, running_nodes: nodes.map(({ nodeId }) => nodeId) };
  }

  /** Continues a paused run; one that failed or was cancelled runs again what did not succeed. */
  async resume(runId: string) {
    const run = await this.#parts.database.query((tx) => getRun(tx, runId));
    if (run.state === "failed" || run.state === "cancelled") return this.#reopen(run);
    return this.#steer(await this.#changeable(runId, "paused", "resumed"), false);
  }

  async #reopen(run: RunRow) {
    const { database, engine } = this.#parts;
    const { runId, opId, graphId, state: previous } = run;
    const stored = await database.write(
      async (tx, outbox) => {
        const reopened = await reopenRun(tx, outbox, run, database.writer);
        const restored = await nodesOf(tx, runId);
        const payload = { state: "running", message: "resumed", kept: restored.length };
        outbox.record({ kind: "STATUS", runId, opId, graphId, payload });
        return { run: reopened, restored: new Map(restored.map((node) => [node.nodeId, node])) };
      },
      { locks: [runKey(runId)] },
    );
    engine.begin(stored);
    return { run_id: runId, state: "running" as const, previous_state: previous };
  }

  /** A run whose server has ended is nobody's: this one takes it over to steer it. */
  async #adoptIfLeft(run: RunRow): Promise<void> {
    const { database, engine, log } = this.#parts;
    if (engine.find(run.runId)) return;
    const isLeft = await database.query((tx) => hasEnded(tx, run.instanceId));
    if (!isLeft && run.instanceId !== database.writer) return;
    await adopt(run, { database, runs: engine, log }, "it was steered and no server ran it");
  }

  /** Waits until the policy is fulfilled, cannot be any more, or the time is up. */
  async join(
    input: PlanJoinInput,
    waitMs: number,
    { signal, progress }: Pick<ToolCall, "signal" | "progress">,
  ): Promise<PlanJoinOutput> {
    const { policy, include_nodes: includeNodes } = input;
    // A run that is named twice has ended or succeeded once.
    const runIds = [...new Set(input.run_ids)];
    const deadline = performance.now() + waitMs;
    const needed = { all: runIds.length, first_success: 1, quorum: input.quorum ?? 1 }[policy];
    for (;;) {
      const runs = await this.#snapshots(runIds);
      if (await this.#isReached(runs, input.until))
        return {
          satisfied: true,
          timed_out: false,
          runs: await this.#reported(runs, includeNodes),
        };
      const ended = runs.filter(({ state }) => FINAL_STATES.includes(state)).length;
      const succeeded = runs.filter(({ state }) => state === "succeeded").length;
      progress(...settledNodes(runs), `${ended} of ${runs.length} runs ended`);
      const canSucceed = succeeded + runs.length - ended;
      const isDecided = succeeded >= needed || canSucceed < needed;
      const isOver = policy === "all" ? ended === runs.length : isDecided;
      const timedOut = !isOver && performance.now() >= deadline;
      if (isOver || timedOut)
        return {
          satisfied: succeeded >= needed,
          timed_out: timedOut,
          runs: await this.#reported(runs, includeNodes),
        };
      await this.#wait(runIds, deadline, { signal, isWatchful: input.until !== "ended" });
    }
  }

  /** The run, with its nodes, once it has ended or asks something, or when the time is up. */
  async follow(
    runId: string,
    waitMs: number,
    { signal, progress }: Pick<ToolCall, "signal" | "progress">,
  ): Promise<RunSnapshot> {
    const deadline = performance.now() + waitMs;
    for (;;) {
      const [run] = (await this.#snapshots([runId])) as [RunSnapshot];
      progress(...settledNodes([run]), `the run is ${run.state}`);
      const isOver = FINAL_STATES.includes(run.state) || run.needs_input !== undefined;
      if (isOver || performance.now() >= deadline)
        return (await this.#snapshots([runId], this.#parts.graphs))[0] as RunSnapshot;
      await this.#wait([runId], deadline, { signal, isWatchful: true });
    }
  }

  /** Whether what is waited for besides the end has come. */
  async #isReached(runs: readonly RunSnapshot[], until: PlanJoinInput["until"]): Promise<boolean> {
    if (until === "ended") return false;
    if (until === "needs_input") return runs.some(({ needs_input: asks }) => asks !== undefined);
    const nodeId = until.slice("node:".length);
    const runIds = runs.map(({ run_id }) => run_id);
    return this.#parts.database.query((tx) => hasEndedNode(tx, runIds, nodeId));
  }

  async #reported(runs: RunSnapshot[], includeNodes: boolean): Promise<RunSnapshot[]> {
    const runIds = runs.map(({ run_id }) => run_id);
    return includeNodes ? this.#snapshots(runIds, this.#parts.graphs) : runs;
  }

  async #snapshots(runIds: readonly string[], nodesOfGraphs?: GraphStore): Promise<RunSnapshot[]> {
    return this.#parts.database.read(async (tx) => {
      const runs: RunSnapshot[] = [];
      for (const runId of runIds)
        runs.push(await snapshotOfRun(tx, await getRun(tx, runId), { nodesOfGraphs }));
      return runs;
    });
  }

  /** Until one of the runs ends here; runs of other processes have to be looked at again and again. */
  async #wait(
    runIds: readonly string[],
    deadline: number,
    { signal, isWatchful }: { signal: AbortSignal; isWatchful: boolean },
  ): Promise<void> {
    const here = runIds.flatMap((runId) => this.#parts.engine.find(runId)?.done ?? []);
    const left = Math.max(1, deadline - performance.now());
    const timer = new AbortController();
    const pause = delay(
      Math.min(left, here.length === 0 ? POLL_MS : isWatchful ? WATCH_MS : 500),
      undefined,
      {
        signal: AbortSignal.any([signal, timer.signal]),
      },
    ).catch(() => undefined);
    await Promise.race([...here, pause]);
    timer.abort();
    signal.throwIfAborted();
  }

  async #changeable(runId: string, from: RunState, verb: string): Promise<RunRow> {
    const run = await this.#parts.database.query((tx) => getRun(tx, runId));
    if (run.state === from) return run;
    const details = { runId, state: run.state };
    if (FINAL_STATES.includes(run.state))
      throw new CodedError("E-PLAN-COMPLETED", `The run "${runId}" has ${run.state} already.`, {
        details,
      });
    throw new CodedError(
      "E-PLAN-STATE",
      `The run "${runId}" is ${run.state} and cannot be ${verb}.`,
      { details },
    );
  }

  async #steer(run: RunRow, paused: boolean) {
    const { runId } = run;
    await this.#adoptIfLeft(run);
    if (this.#parts.engine.find(runId)) await this.#setPaused(runId, paused);
    else await this.#ask(run, paused ? "pause-run" : "resume-run", {});
    const state = await this.#until(runId, (now) => now !== run.state, CONFIRM_MS);
    return { run_id: runId, state, previous_state: run.state };
  }

  async #setPaused(runId: string, paused: boolean): Promise<void> {
    const run = this.#parts.engine.find(runId);
    if (!run) return;
    const wasPaused = run.control.paused;
    // Before it is written: nothing may begin in between.
    if (paused) run.control.pause();
    const next = paused ? "paused" : "running";
    const write = this.#parts.database.write(
      async (tx, outbox) => {
        const { state } = await getRun(tx, runId);
        if (FINAL_STATES.includes(state)) return;
        await updateRun(tx, outbox, runId, { state: next });
        outbox.record({ kind: "STATUS", ...run.identity, payload: { state: next } });
      },
      { locks: [runKey(runId)] },
    );
    await write.catch((error: unknown) => {
      if (!wasPaused) run.control.resume();
      throw error;
    });
    if (!paused) run.control.resume();
  }

  #cancelHere(runId: string, reason: string): void {
    const run = this.#parts.engine.find(runId);
    if (!run?.control.end({ state: "cancelled", error: reason })) return;
    run.runState.event({ kind: "WARN", payload: { message: "cancel requested", reason } });
  }

  async #liveOperations(runId: string): Promise<string[]> {
    const filter = { run_id: runId, states: [...LIVE_STATES], limit: 500 };
    const { children } = await this.#parts.database.query((tx) => listChildren(tx, filter));
    return children.map(({ op_id }) => op_id);
  }

  async #ask(
    { runId, instanceId }: RunRow,
    kind: string,
    payload: Record<string, unknown>,
  ): Promise<void> {
    await this.#parts.mailbox.post(instanceId, { kind, target: runId, payload });
  }

  /** The state of a run once it is as wanted, or after a while as it is. */
  async #until(
    runId: string,
    isWanted: (state: RunState) => boolean,
    forMs: number,
  ): Promise<RunState> {
    const deadline = performance.now() + forMs;
    for (;;) {
      const { state } = await this.#parts.database.query((tx) => getRun(tx, runId));
      if (isWanted(state) || performance.now() > deadline) return state;
      await delay(POLL_MS);
    }
  }
}

/** How many nodes of the runs will not change any more, and how many there are. */
function settledNodes(runs: readonly RunSnapshot[]): [settled: number, total: number] {
  const total = runs.reduce((sum, { progress }) => sum + progress.total, 0);
  const open = runs.reduce((sum, { progress }) => sum + progress.pending + progress.running, 0);
  return [total - open, total];
}
