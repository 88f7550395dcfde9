import type { Logger } from "@faculties/mcp-kit";
import { CodedError } from "@faculties/errors";
import type { ChildStream } from "@faculties/schemas/orchestrator-resources/child-log-entry";
import type { ChildSpec } from "@faculties/schemas/orchestrator-resources/child-spec";
import { type NewChild, updateChild } from "../store/children.ts";
import { childKey } from "../store/lock-keys.ts";
import type { EventDraft } from "../store/event-log.ts";
import type { Database } from "../store/database.ts";
import type { Settings } from "../settings.ts";
import type { ChildPolicy } from "./child-policy.ts";
import { type GatedProcess, startGated } from "./gated-process.ts";
import { LimitKeeper } from "./limit-keeper.ts";
import type { LogWriter } from "./log-writer.ts";
import type { Mailbox } from "../instances/mailbox.ts";
import { processIdentity } from "./process-identity.ts";
import { type ChildEnd, RunningChild, type StopReason } from "./running-child.ts";
import { INSTANCE_VARIABLE, type Watchdog } from "./watchdog.ts";

export type ChildPoolParts = {
  database: Database;
  settings: Settings;
  policy: ChildPolicy;
  logs: LogWriter;
  watchdog: Watchdog;
  mailbox: Mailbox;
  newId: (prefix: string) => string;
  log: Pick<Logger, "error">;
};

export type ChildOrder = {
  spec: ChildSpec;
  runId?: string | null;
  nodeId?: string | null;
  /** Set where a worker does it for another process. */
  workerId?: string | null;
  onLine?: (stream: ChildStream, message: string) => void;
  /** Takes the event of its end, for what keeps events in an order of its own. */
  record?: (event: EventDraft) => void;
};

/** A child that waits at its gate: recorded and started together, or not at all. */
export type PreparedChild = {
  row: NewChild;
  begin(): Promise<ChildEnd>;
  abandon(): void;
};

export type PooledChild = {
  child: RunningChild;
  row: PreparedChild["row"];
  nodeId: string | null;
  /** Silence after which it is ended; undefined for a child that may be silent as long as it likes. */
  maxSilenceMs: number | undefined;
  finished: Promise<ChildEnd>;
};

const SHUTDOWN_GRACE_MS = 250;

/** The child processes of this server, and the slots for them. */
export class ChildPool {
  readonly #parts: ChildPoolParts;
  readonly #limitKeeper = new LimitKeeper();
  readonly #running = new Map<string, PooledChild>();
  #takenSlots = 0;
  #waiting: (() => void)[] = [];

  constructor(parts: ChildPoolParts) {
    this.#parts = parts;
  }

  async prepare(order: ChildOrder): Promise<PreparedChild> {
    const { spec, runId = null, workerId = null } = order;
    const { policy } = this.#parts;
    const limits = policy.limitsOf(spec);
    const launch = policy.launchOf(spec);
    const [childId, opId] = [this.#parts.newId("child"), this.#parts.newId("op")];
    const { database, watchdog } = this.#parts;
    const marks = {
      [INSTANCE_VARIABLE]: database.writer,
      ORCHESTRATOR_CHILD_ID: childId,
      ...(runId !== null && { ORCHESTRATOR_RUN_ID: runId }),
      ...(order.nodeId && { ORCHESTRATOR_NODE_ID: order.nodeId }),
    };
    const gated = await startGated({ ...launch, env: { ...launch.env, ...marks } });
    await watchdog.watch(gated.pid);
    const now = database.now();
    const row = {
      childId,
      opId,
      runId,
      instanceId: database.writer,
      host: this.#parts.settings.host.name,
      workerId,
      nodeId: order.nodeId ?? null,
      role: spec.role ?? null,
      command: spec.command,
      args: spec.args,
      cwd: launch.cwd,
      pid: gated.pid,
      processStarted: processIdentity(gated.pid) ?? null,
      state: "running" as const,
      startedAt: now,
      lastActivityAt: now,
      ...limits,
    };
    return {
      row,
      begin: () => this.#begin(row, gated, order),
      abandon: () => {
        gated.abandon();
        watchdog.release(gated.pid);
      },
    };
  }

  /** The child, when it runs in this process. */
  find(childId: string): RunningChild | undefined {
    return this.#running.get(childId)?.child;
  }

  finished(childId: string): Promise<ChildEnd> | undefined {
    return this.#running.get(childId)?.finished;
  }

  running(): PooledChild[] {
    return [...this.#running.values()];
  }

  stop(childId: string, reason: StopReason, graceMs: number): boolean {
    const child = this.find(childId);
    child?.stop(reason, graceMs);
    return child !== undefined;
  }

  /** Ends everything within a moment. */
  async close(): Promise<void> {
    const reason: StopReason = { state: "killed", message: "the server is shutting down" };
    const all = [...this.#running.values()];
    for (const { child } of all) child.stop(reason, SHUTDOWN_GRACE_MS);
    await Promise.allSettled(all.map(({ finished }) => finished));
    this.#parts.watchdog.close();
  }

  get freeSlots(): number {
    return this.#parts.settings.safety.maxChildren - this.#takenSlots;
  }

  /** Takes slots at once, or refuses. A child gives its slot back when it ends. */
  takeSlots(count: number): void {
    const { maxChildren } = this.#parts.settings.safety;
    if (count > this.freeSlots)
      throw new CodedError(
        "E-CHILD-LIMIT",
        `${this.#takenSlots} of ${maxChildren} children are running; ${count} more are too many. Wait for one to end, or end one.`,
        { details: { running: this.#takenSlots, maxChildren } },
      );
    this.#takenSlots += count;
  }

  /** Takes one slot as soon as there is one, first come first served. */
  async waitForSlot(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.freeSlots > 0 && this.#waiting.length === 0) {
      this.#takenSlots += 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const start = () => {
        signal.removeEventListener("abort", stop);
        resolve();
      };
      const stop = () => {
        this.#waiting = this.#waiting.filter((one) => one !== start);
        reject(signal.reason as Error);
      };
      this.#waiting.push(start);
      signal.addEventListener("abort", stop, { once: true });
    });
  }

  /** For children that never began. */
  releaseSlots(count: number): void {
    for (let slot = 0; slot < count; slot += 1) {
      const next = this.#waiting.shift();
      // The slot passes on without becoming free in between.
      if (next) next();
      else this.#takenSlots -= 1;
    }
  }

  #begin(row: PreparedChild["row"], gated: GatedProcess, order: ChildOrder) {
    const { spec, onLine, nodeId } = order;
    const { logs, database, mailbox, settings } = this.#parts;
    const child = new RunningChild(gated, row, {
      log: logs.open(row.childId),
      limitKeeper: this.#limitKeeper,
      now: database.now,
      killGraceMs: settings.children.killGraceMs,
      onLine,
    });
    const closeMailbox = mailbox.open();
    const finished = child
      .run(spec.stdin)
      .catch((error: unknown): ChildEnd => {
        this.#parts.log.error("a child could not be followed", { childId: row.childId, error });
        return { state: "failed", exitCode: null, signal: null, error: "could not be followed" };
      })
      .then(async (end) => {
        await this.#finish(row, end, order);
        closeMailbox();
        return end;
      });
    const maxSilenceMs = spec.max_silence_ms;
    this.#running.set(row.childId, {
      child,
      row,
      nodeId: nodeId ?? null,
      maxSilenceMs,
      finished,
    });
    return finished;
  }

  async #finish(
    { childId, opId, runId, pid }: PreparedChild["row"],
    end: ChildEnd,
    order: ChildOrder,
  ) {
    const { database, watchdog, log } = this.#parts;
    const { state, exitCode, signal, error } = end;
    const event = { ...endOf(end), childId, opId, runId, nodeId: order.nodeId ?? null };
    order.record?.(event);
    try {
      await database.writeThroughOutage(
        async (tx, outbox) => {
          await updateChild(tx, outbox, childId, {
            state,
            exitCode,
            signal,
            error,
            endedAt: outbox.now,
          });
          if (!order.record) outbox.record(event);
        },
        { locks: [childKey(childId)] },
      );
    } catch (cause) {
      // It has ended all the same; the next start of the server will put the record right.
      log.error("the end of a child could not be stored", { childId, error: cause });
    }
    this.#running.delete(childId);
    this.releaseSlots(1);
    if (pid !== null) watchdog.release(pid);
  }
}

/** The event of a child that has ended. */
function endOf({ state, exitCode, signal, error }: ChildEnd): EventDraft {
  return {
    kind: state === "killed" || state === "timed_out" ? "KILL" : "STATUS",
    level: state === "exited" && exitCode === 0 ? "info" : "warn",
    payload: { state, exit_code: exitCode, signal, error },
  };
}
