import { CodedError } from "@faculties/errors";
import type { Storage } from "@faculties/storage";
import type { Logger } from "@faculties/mcp-kit";
import type { ModelCall } from "../domain/summarize-calls.ts";
import type { Spent } from "../domain/usage-totals.ts";
import { insertCall } from "../store/calls.ts";
import { deleteReservation } from "../store/reservations.ts";
import { purgeExpired } from "../store/purges.ts";
import { BUDGET_KEY, reserve } from "./budget.ts";
import type { Target } from "./target.ts";

const PURGE_INTERVAL_MS = 10 * 60 * 1000;

/** Measures calls to models and stores the metrics. A cancelled call leaves none. */
export class CallMeter {
  readonly #storage: Storage;
  readonly #idleMs: number;
  readonly #log: Logger;
  readonly #usdPerDay: number | undefined;
  #underWay = 0;
  #purgedAt = -PURGE_INTERVAL_MS;

  /** `idleMs` is the time after which an unused conversation expires; `usdPerDay` is the budget of all processes. */
  constructor(storage: Storage, idleMs: number, log: Logger, usdPerDay?: number) {
    this.#storage = storage;
    this.#usdPerDay = usdPerDay;
    this.#idleMs = idleMs;
    this.#log = log;
  }

  async measure<Answer extends Spent>(
    { provider, model }: Target,
    estimateUsd: () => number,
    call: () => Promise<Answer>,
  ): Promise<Answer & { durationMs: number }> {
    const reservation =
      this.#usdPerDay === undefined
        ? undefined
        : await reserve(this.#storage, { usdPerDay: this.#usdPerDay, estimateUsd: estimateUsd() });
    this.#underWay += 1;
    const concurrent = this.#underWay;
    const startedAt = this.#storage.now();
    const clock = performance.now();
    const record = ({ inputTokens, outputTokens, costUsd }: Spent, code: string | null) => {
      const durationMs = Math.round(performance.now() - clock);
      const metrics = { provider, model, durationMs, inputTokens, outputTokens, code, concurrent };
      this.#log.info(code === null ? "a model answered" : "a model call failed", metrics);
      this.#keep({ ...metrics, costUsd }, startedAt, reservation);
      return durationMs;
    };
    try {
      const answer = await call();
      return { ...answer, durationMs: record(answer, null) };
    } catch (error) {
      if (error instanceof CodedError) record({ inputTokens: 0, outputTokens: 0 }, error.code);
      else this.#release(reservation);
      throw error;
    } finally {
      this.#underWay -= 1;
    }
  }

  #release(reservation: string | undefined): void {
    if (reservation === undefined) return;
    this.#storage
      .write((tx) => deleteReservation(tx, reservation), { locks: [BUDGET_KEY] })
      .catch((error: unknown) =>
        this.#log.warn("money that was set aside was not freed", { error }),
      );
  }

  /** Not awaited: losing the metrics of a call must not cost its answer. */
  #keep(call: ModelCall, startedAt: number, reservation: string | undefined): void {
    const work = [
      this.#storage.write(
        async (tx) => {
          await insertCall(tx, call, startedAt);
          // Together, so that no other call finds neither the cost nor what was set aside for it.
          if (reservation !== undefined) await deleteReservation(tx, reservation);
        },
        { locks: reservation === undefined ? [] : [BUDGET_KEY] },
      ),
    ];
    if (performance.now() - this.#purgedAt >= PURGE_INTERVAL_MS) {
      this.#purgedAt = performance.now();
      const expiry = { now: this.#storage.now(), idleMs: this.#idleMs };
      work.push(this.#storage.write((tx) => purgeExpired(tx, expiry)));
    }
    Promise.all(work).catch((error: unknown) =>
      this.#log.warn("the metrics of a call were not stored", { error }),
    );
  }
}
