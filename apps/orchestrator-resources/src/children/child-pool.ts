import type { Logger } from "@faculties/mcp-kit";
import { CodedError } from "@faculties/errors";
import type { ChildStream } from "@faculties/schemas/orchestrator-resources/child-log-entry";
import type { ChildLimits, ChildSpec } from "@faculties/schemas/orchestrator-resources/child-spec";
import { type NewChild, updateChild } from "../store/children.ts";
import { childKey } from "../store/lock-keys.ts";
import type { EventDraft } from "../store/event-log.ts";
import type { Database } from "../store/database.ts";
import type { Settings } from "../settings.ts";
import type { ChildPolicy } from "./child-policy.ts";
import type { ChildSlots } from "./child-slots.ts";
import { type GatedProcess, type Launch, startGated } from "./gated-process.ts";
import { LimitKeeper } from "./limit-keeper.ts";
import type { LogWriter } from "./log-writer.ts";
import type { Mailbox } from "../instances/mailbox.ts";
import { processIdentity } from "./process-identity.ts";
import { type ChildEnd, type Limits, RunningChild, type StopReason } from "./running-child.ts";
import { INSTANCE_VARIABLE, type Watchdog } from "./watchdog.ts";

export type ChildPoolParts = {
  database: Database;
  settings: Settings;
  policy: ChildPolicy;
  slots: ChildSlots;
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
  finished: Promise<ChildEnd>;
};

const SHUTDOWN_GRACE_MS = 250;

/** The child processes of this server. Callers take the slots; a child gives its own back when it ends. */
export class ChildPool {
  readonly #parts: ChildPoolParts;
  readonly #limitKeeper = new LimitKeeper();
  readonly #running = new Map<string, PooledChild>();

  constructor(parts: ChildPoolParts) {
    this.#parts = parts;
  }

  /** Checks an order without doing anything. */
  check({ spec }: ChildOrder): Launch {
    this.checkLimits(spec);
    return this.#parts.policy.launchOf(spec);
  }

  async prepare(order: ChildOrder): Promise<PreparedChild> {
    const { spec, runId = null, workerId = null } = order;
    const launch = this.check(order);
    const [childId, opId] = [this.#parts.newId("child"), this.#parts.newId("op")];
    const { database, watchdog } = this.#parts;
    const marks = { [INSTANCE_VARIABLE]: database.writer, ORCHESTRATOR_CHILD_ID: childId };
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
      role: spec.role ?? null,
      command: spec.command,
      args: spec.args,
      cwd: launch.cwd,
      pid: gated.pid,
      processStarted: processIdentity(gated.pid) ?? null,
      state: "running" as const,
      startedAt: now,
      lastActivityAt: now,
      ...this.checkLimits(spec),
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

  /** The limits that hold for a child, where none may be above the server's own. */
  checkLimits(limits: ChildLimits): Limits {
    const { safety, timings } = this.#parts.settings;
    const within = (name: string, value: number | undefined, most: number) => {
      if (value !== undefined && value > most)
        throw new CodedError(
          "E-CHILD-LIMIT",
          `${name} ${value} is above this server's limit of ${most}.`,
          {
            details: { limit: name, asked: value, most },
          },
        );
      return value ?? most;
    };
    return {
      memoryLimitMb: within("memory_limit_mb", limits.memory_limit_mb, safety.memoryLimitMb),
      cpuPercent: within("cpu_percent", limits.cpu_percent, safety.cpuPercent),
      timeoutMs: limits.timeout_ms ?? timings.defaultTimeoutMs,
    };
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
    this.#running.set(row.childId, { child, row, nodeId: nodeId ?? null, finished });
    return finished;
  }

  async #finish(
    { childId, opId, runId, pid }: PreparedChild["row"],
    end: ChildEnd,
    order: ChildOrder,
  ) {
    const { database, slots, watchdog, log } = this.#parts;
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
    slots.release();
    if (pid !== null) watchdog.release(pid);
  }
}

/** What is told when a child has ended. */
function endOf({ state, exitCode, signal, error }: ChildEnd): EventDraft {
  return {
    kind: state === "killed" || state === "timed_out" ? "KILL" : "STATUS",
    level: state === "exited" && exitCode === 0 ? "info" : "warn",
    payload: { state, exit_code: exitCode, signal, error },
  };
}
