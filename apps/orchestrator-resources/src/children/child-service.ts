import {
  LimitChildRequest,
  SendToChildRequest,
  StopChildRequest,
} from "@faculties/schemas/orchestrator-resources/owner-requests";
import { ChildSendOutput } from "@faculties/schemas/orchestrator-resources/child-send";
import { setTimeout as delay } from "node:timers/promises";
import { CodedError } from "@faculties/errors";
import type {
  ChildSnapshot,
  StartedChild,
} from "@faculties/schemas/orchestrator-resources/child-snapshot";
import type { ChildLimits, ChildSpec } from "@faculties/schemas/orchestrator-resources/child-spec";
import { bulkFailure } from "../domain/bulk-failure.ts";
import { childLogsUri } from "../domain/resource-uri.ts";
import type { Mailbox } from "../instances/mailbox.ts";
import {
  getChild,
  insertChildren,
  LIVE_STATES,
  snapshotOf,
  startOf,
  updateChild,
} from "../store/children.ts";
import type { Database } from "../store/database.ts";
import { findAnswer, type OnceRequest, writeOnce } from "../store/idempotency.ts";
import { childKey } from "../store/lock-keys.ts";
import type { ChildRow } from "../store/tables.ts";
import type { ChildPolicy } from "./child-policy.ts";
import type { ChildPool, PreparedChild } from "./child-pool.ts";
import type { Limits, RunningChild, StopReason } from "./running-child.ts";

type ChildServiceParts = {
  database: Database;
  pool: ChildPool;
  policy: ChildPolicy;
  mailbox: Mailbox;
  killGraceMs: number;
};

const POLL_MS = 25;

/** The operations of tools on children, wherever the children run. */
export class ChildService {
  readonly #parts: ChildServiceParts;
  readonly #claims = new Map<string, Promise<unknown>>();

  constructor(parts: ChildServiceParts) {
    this.#parts = parts;
    const { mailbox, pool } = parts;
    mailbox.on("stop-child", StopChildRequest, (childId, { reason, graceMs }) => {
      pool.stop(childId, reason, graceMs);
    });
    mailbox.on("send-child", SendToChildRequest, (childId, { text, close }) =>
      this.#sendHere(childId, text, close),
    );
    mailbox.on("limit-child", LimitChildRequest, (childId, { limits }) =>
      this.#limitHere(childId, limits),
    );
  }

  /** Starts all children or none; a request that was answered before gets the same answer. */
  async create(
    specs: readonly ChildSpec[],
    request: OnceRequest,
    { bulk }: { bulk: boolean },
  ): Promise<{ children: StartedChild[]; idempotent?: boolean }> {
    const { key } = request;
    if (key === undefined) return this.#create(specs, request, bulk);
    // Duplicates that come together go one by one: the later find the answer instead of starting processes.
    const before = this.#claims.get(key);
    const creating = Promise.allSettled([before]).then(() => this.#create(specs, request, bulk));
    this.#claims.set(key, creating);
    try {
      return await creating;
    } finally {
      if (this.#claims.get(key) === creating) this.#claims.delete(key);
    }
  }

  async #create(specs: readonly ChildSpec[], request: OnceRequest, bulk: boolean) {
    const { database, pool } = this.#parts;
    type Answer = { children: StartedChild[] };
    const answered = await database.query((tx) => findAnswer<Answer>(tx, request, database.now()));
    if (answered) return answered;
    if (bulk) this.#refuseFailing(specs);
    pool.takeSlots(specs.length);
    const prepared: PreparedChild[] = [];
    try {
      const preparing = specs.map((spec) => pool.prepare({ spec }));
      for (const outcome of await Promise.allSettled(preparing))
        if (outcome.status === "fulfilled") prepared.push(outcome.value);
      await Promise.all(preparing);
      const answer = await writeOnce<Answer>(database, request, [], async (tx, outbox) => {
        const rows = prepared.map(({ row }) => row);
        await insertChildren(tx, outbox, rows);
        outbox.record(...rows.map(startOf));
        return { children: rows.map(startedOf) };
      });
      if (answer.idempotent) return this.#abandon(prepared, specs.length, answer);
      for (const child of prepared) void child.begin();
      return answer;
    } catch (error) {
      this.#abandon(prepared, specs.length, undefined);
      throw error;
    }
  }

  #abandon<Answer>(prepared: readonly PreparedChild[], slots: number, answer: Answer): Answer {
    for (const child of prepared) child.abandon();
    this.#parts.pool.releaseSlots(slots);
    return answer;
  }

  #refuseFailing(specs: readonly ChildSpec[]): void {
    const { policy, pool } = this.#parts;
    const free = pool.freeSlots;
    const failures = specs.flatMap((spec, index) => {
      try {
        policy.check(spec);
      } catch (error) {
        if (error instanceof CodedError)
          return [{ index, code: error.code, message: error.message }];
        throw error;
      }
      const message = `only ${free} more children may run`;
      return index < free ? [] : [{ index, code: "E-CHILD-LIMIT", message }];
    });
    if (failures.length > 0) throw bulkFailure(failures);
  }

  /** Asks a child to end. Without grace it is ended, and this resolves when it is gone. */
  async stop(childId: string, graceMs: number | undefined, message: string) {
    const { database, pool, killGraceMs } = this.#parts;
    const row = await database.query((tx) => getChild(tx, childId));
    if (!LIVE_STATES.includes(row.state))
      return { child_id: childId, outcome: "already_ended" as const, state: row.state };
    const reason: StopReason = { state: "killed", message };
    const grace = graceMs ?? killGraceMs;
    if (grace > 0) await this.#markStopping(childId);
    if (!pool.stop(childId, reason, grace))
      await this.#ask(row, "stop-child", { reason, graceMs: grace });
    const state = grace > 0 ? "stopping" : (await this.whenEnded(childId)).state;
    return { child_id: childId, outcome: "requested" as const, state };
  }

  /** The child's row once it has ended. */
  async whenEnded(childId: string, signal?: AbortSignal): Promise<ChildRow> {
    const { database, pool } = this.#parts;
    await pool.finished(childId);
    for (;;) {
      const row = await database.query((tx) => getChild(tx, childId));
      if (!LIVE_STATES.includes(row.state)) return row;
      await delay(POLL_MS, undefined, signal && { signal });
    }
  }

  async send(
    childId: string,
    text: string,
    { close }: { close: boolean },
  ): Promise<ChildSendOutput> {
    const { database, pool, mailbox } = this.#parts;
    const row = await database.query((tx) => getChild(tx, childId));
    refuseEnded(row);
    if (pool.find(childId)) return this.#sendHere(childId, text, close);
    const request = { kind: "send-child", target: childId, payload: { text, close } };
    return ChildSendOutput.parse(await mailbox.ask(row.instanceId, request));
  }

  async #sendHere(childId: string, text: string, close: boolean): Promise<ChildSendOutput> {
    const child = this.#running(childId);
    const bytes = await child.send(text, { close });
    return { child_id: childId, bytes_written: bytes, stdin_closed: !child.stdinOpen };
  }

  async setLimits(childId: string, limits: ChildLimits): Promise<ChildSnapshot> {
    const { database, pool, mailbox } = this.#parts;
    const row = await database.query((tx) => getChild(tx, childId));
    refuseEnded(row);
    const request = { kind: "limit-child", target: childId, payload: { limits } };
    if (pool.find(childId)) this.#limitHere(childId, limits);
    else await mailbox.ask(row.instanceId, request);
    return database.write(
      async (tx, outbox) => snapshotOf(await updateChild(tx, outbox, childId, changesOf(limits))),
      { locks: [childKey(childId)] },
    );
  }

  /** The process that runs a child decides its limits. */
  #limitHere(childId: string, limits: ChildLimits): void {
    this.#parts.policy.limitsOf(limits);
    this.#running(childId).setLimits(changesOf(limits));
  }

  #running(childId: string): RunningChild {
    const child = this.#parts.pool.find(childId);
    if (child) return child;
    throw new CodedError("E-CHILD-STATE", `The child "${childId}" has ended.`);
  }

  async #markStopping(childId: string): Promise<void> {
    await this.#parts.database.write(
      async (tx, outbox) => {
        const { state } = await getChild(tx, childId);
        if (LIVE_STATES.includes(state))
          await updateChild(tx, outbox, childId, { state: "stopping" });
      },
      { locks: [childKey(childId)] },
    );
  }

  async #ask(row: ChildRow, kind: string, payload: Record<string, unknown>): Promise<void> {
    const request = { kind, target: row.childId, payload };
    await this.#parts.mailbox.post(row.instanceId, request);
  }
}

function startedOf({ childId, opId, pid, state, startedAt }: PreparedChild["row"]): StartedChild {
  return {
    child_id: childId,
    op_id: opId,
    pid,
    state,
    started_at: startedAt,
    logs_uri: childLogsUri(childId),
  };
}

function changesOf(limits: ChildLimits): Partial<Limits> {
  const { memory_limit_mb: memoryLimitMb, cpu_percent: cpuPercent, timeout_ms: timeoutMs } = limits;
  return {
    ...(memoryLimitMb !== undefined && { memoryLimitMb }),
    ...(cpuPercent !== undefined && { cpuPercent }),
    ...(timeoutMs !== undefined && { timeoutMs }),
  };
}

function refuseEnded({ childId, state }: ChildRow): void {
  if (!LIVE_STATES.includes(state))
    throw new CodedError("E-CHILD-STATE", `The child "${childId}" has ended (${state}).`, {
      details: { childId, state },
    });
}
