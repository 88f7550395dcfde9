import { setImmediate as nextTurn } from "node:timers/promises";
import type { Logger } from "@faculties/mcp-kit";
import type { Storage, Transaction } from "@faculties/storage";
import { searchableFields } from "../domain/decision.ts";
import type { EmbeddingProgress } from "../embedding/embedding.ts";
import type { SearchIndex } from "../search-index/search-index.ts";
import { facetOf } from "../store/facets.ts";
import { findDecisions } from "../store/decisions.ts";
import { findProposals } from "../store/proposals.ts";
import { countRecords } from "../store/search-rows.ts";

const BATCH = 100;

/**
 * Indexes again, in the background, what an earlier version has indexed by other rules. Until then those records are found by the
 * old rules.
 */
export class Reindexing {
  readonly #storage: Storage;
  readonly #index: SearchIndex;
  readonly #log: Pick<Logger, "warn">;
  #working: Promise<void> | undefined;
  #isStopped = false;
  #progress: EmbeddingProgress | undefined;

  constructor(storage: Storage, index: SearchIndex, log: Pick<Logger, "warn">) {
    this.#storage = storage;
    this.#index = index;
    this.#log = log;
  }

  /** Looks once in the life of a process; every search calls it. */
  start(): void {
    this.#working ??= this.#work().catch((error: unknown) => {
      if (this.#isStopped) return;
      this.#log.warn("records of an earlier version were not indexed again; a later start will", {
        error,
      });
    });
  }

  progress(): EmbeddingProgress | undefined {
    return this.#progress;
  }

  async close(): Promise<void> {
    this.#isStopped = true;
    await this.#working;
  }

  async #work(): Promise<void> {
    for (let done = 0; !this.#isStopped;) {
      const ids = await this.#index.outdatedIds(BATCH);
      if (ids.length === 0) break;
      const total = this.#progress?.total ?? (await this.#storage.query(countRecords));
      this.#progress = { done, total };
      await this.#storage.write((tx) => this.#putAll(tx, ids));
      done = Math.min(total, done + ids.length);
      await nextTurn();
    }
    this.#progress = undefined;
  }

  async #putAll(tx: Transaction, ids: readonly string[]): Promise<void> {
    const drafts = await findProposals(tx, ids);
    const found = new Set<string>();
    for (const one of [...(await findDecisions(tx, ids)), ...drafts]) {
      found.add(one.id);
      await this.#index.put(tx, { id: one.id, facet: facetOf(one), ...searchableFields(one) });
    }
    // An entry of the index without a record would be looked for again and again.
    for (const id of ids) if (!found.has(id)) await this.#index.remove(tx, id);
  }
}
