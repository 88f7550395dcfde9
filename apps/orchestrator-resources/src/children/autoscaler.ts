import type { Logger } from "@faculties/mcp-kit";
import { CodedError } from "@faculties/errors";
import type {
  AgentAutoscaleSetInput,
  AgentAutoscaleSetOutput,
} from "@faculties/schemas/orchestrator-resources/agent-autoscale-set";
import type { ChildSpec } from "@faculties/schemas/orchestrator-resources/child-spec";
import { desiredWorkers } from "../domain/desired-workers.ts";
import type { Database } from "../store/database.ts";
import type { ChildPolicy } from "./child-policy.ts";
import type { ChildPool } from "./child-pool.ts";
import type { ChildService } from "./child-service.ts";
import type { RunEngine } from "../runs/run-engine.ts";

type AutoscalerParts = {
  database: Database;
  policy: ChildPolicy;
  pool: ChildPool;
  service: ChildService;
  engine: RunEngine;
  cooldownMs: number;
  log: Pick<Logger, "warn">;
};
type Target = Omit<AgentAutoscaleSetInput, "cooldown_ms"> & { cooldown_ms: number };

const LOOK_MS = 100;
const WORKER_ROLE = "worker";

/** Keeps a pool of worker processes as large as the backlog of runs asks for. */
export class Autoscaler {
  readonly #parts: AutoscalerParts;
  readonly #workers = new Set<string>();
  #target: Target | undefined;
  #changedAt = -Infinity;
  #timer: NodeJS.Timeout | undefined;
  #scaling: Promise<void> = Promise.resolve();

  constructor(parts: AutoscalerParts) {
    this.#parts = parts;
  }

  async set(input: AgentAutoscaleSetInput): Promise<AgentAutoscaleSetOutput> {
    const { policy, engine } = this.#parts;
    if (input.worker) policy.check(input.worker);
    this.#target = { ...input, cooldown_ms: input.cooldown_ms ?? this.#parts.cooldownMs };
    this.#timer ??= setInterval(() => void this.#look(), LOOK_MS).unref();
    this.#changedAt = -Infinity;
    await this.#scale();
    const { min, max, cooldown_ms, backlog_per_worker } = this.#target;
    const workers = [...this.#workers];
    return { min, max, cooldown_ms, backlog_per_worker, workers, backlog: engine.backlog() };
  }

  close(): void {
    clearInterval(this.#timer);
    this.#target = undefined;
  }

  async #look(): Promise<void> {
    try {
      await this.#scale();
    } catch (error) {
      this.#parts.log.warn("the worker pool could not be changed", { error });
      this.#changedAt = performance.now();
    }
  }

  /** One change at a time, so that none counts workers that another is about to start. */
  #scale(): Promise<void> {
    const scaling = this.#scaling.then(() => this.#scaleNow());
    this.#scaling = Promise.allSettled([scaling]).then(() => undefined);
    return scaling;
  }

  async #scaleNow(): Promise<void> {
    if (!this.#target) return;
    for (const childId of this.#workers)
      if (!this.#parts.pool.find(childId)) this.#workers.delete(childId);
    const {
      min,
      max,
      worker,
      backlog_per_worker: perWorker,
      cooldown_ms: cooldownMs,
    } = this.#target;
    const backlog = this.#parts.engine.backlog();
    const [have, want] = [this.#workers.size, desiredWorkers(backlog, { min, max, perWorker })];
    const isCooling = performance.now() - this.#changedAt < cooldownMs;
    // Fewer than the least is put right at once.
    if (have === want || (isCooling && have >= min)) return;
    if (want > have && worker) await this.#grow(worker, want - have);
    else await this.#shrink(have - want);
    this.#changedAt = performance.now();
    const payload = { message: "worker pool scaled", from: have, to: this.#workers.size, backlog };
    await this.#parts.database.write(
      async (tx, outbox) => outbox.record({ kind: "STATUS", payload }),
      {
        locks: [],
      },
    );
  }

  async #grow(worker: ChildSpec, count: number): Promise<void> {
    const spec = { role: WORKER_ROLE, ...worker };
    const request = { tool: "agent_autoscale_set", key: undefined, payload: {}, ttlMs: 0 };
    for (let added = 0; added < count; added += 1) {
      const started = await this.#parts.service
        .create([spec], request, { bulk: false })
        .catch(ifFull);
      if (!started) return;
      for (const { child_id } of started.children) this.#workers.add(child_id);
    }
  }

  async #shrink(count: number): Promise<void> {
    for (const childId of [...this.#workers].slice(-count)) {
      this.#workers.delete(childId);
      await this.#parts.service.stop(childId, undefined, "no longer needed by the worker pool");
    }
  }
}

/** The pool is part of all children: when there is no room it stays smaller. */
function ifFull(error: unknown): undefined {
  if (error instanceof CodedError && error.code === "E-CHILD-LIMIT") return undefined;
  throw error;
}
