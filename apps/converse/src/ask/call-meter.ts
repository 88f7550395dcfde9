import type { Logger } from "@faculties/mcp-kit";
import { CodedError } from "@faculties/errors";
import type { Spent } from "../domain/usage-totals.ts";
import type { Target } from "../models/target.ts";
import type { ConverseStore } from "../store/converse-store.ts";

const PURGE_INTERVAL_MS = 10 * 60 * 1000;

/** Measures calls to models and keeps the figures. A call that was cancelled leaves none. */
export class CallMeter {
  readonly #store: ConverseStore;
  readonly #log: Logger;
  #underWay = 0;
  #purgedAt = -PURGE_INTERVAL_MS;

  constructor(store: ConverseStore, log: Logger) {
    this.#store = store;
    this.#log = log;
  }

  async measure<Answer extends Spent>(
    { provider, model }: Target,
    call: () => Promise<Answer>,
  ): Promise<Answer & { durationMs: number }> {
    this.#underWay += 1;
    const concurrent = this.#underWay;
    const startedAt = this.#store.storage.now();
    const clock = performance.now();
    const record = ({ inputTokens, outputTokens, costUsd }: Spent, code: string | null) => {
      const durationMs = Math.round(performance.now() - clock);
      const figures = { provider, model, durationMs, inputTokens, outputTokens, code, concurrent };
      this.#log.info(code === null ? "a model answered" : "a model call failed", figures);
      this.#keep({ ...figures, costUsd }, startedAt);
      return durationMs;
    };
    try {
      const answer = await call();
      return { ...answer, durationMs: record(answer, null) };
    } catch (error) {
      if (error instanceof CodedError) record({ inputTokens: 0, outputTokens: 0 }, error.code);
      throw error;
    } finally {
      this.#underWay -= 1;
    }
  }

  /** Nobody waits for this: a figure that is lost must not cost an answer. */
  #keep(...call: Parameters<ConverseStore["recordCall"]>): void {
    const work = [this.#store.recordCall(...call)];
    if (performance.now() - this.#purgedAt >= PURGE_INTERVAL_MS) {
      this.#purgedAt = performance.now();
      work.push(this.#store.purge());
    }
    Promise.all(work).catch((error: unknown) =>
      this.#log.warn("the figures of a call were not kept", { error }),
    );
  }
}
