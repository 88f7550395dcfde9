import { setTimeout as delay } from "node:timers/promises";
import { withDeadline } from "@faculties/std";
import type { Logger } from "@faculties/mcp-kit";
import type { EmbeddingProvider } from "@faculties/providers";
import { type Storage, isTemporary } from "@faculties/storage";
import type { RelevanceScale } from "../domain/relevance.ts";
import type { SearchIndex } from "../search-index/search-index.ts";
import { quantizeVector } from "../search-index/vector.ts";
import { countRecords, searchableTexts } from "../store/search-rows.ts";
import type { Embedding, EmbeddingProgress, QueryVector } from "./embedding.ts";
import { ModelFileError } from "./model-file-error.ts";

export type EmbeddingSource = {
  description: string;
  load(): Promise<EmbeddingProvider>;
  /** A call costs next to nothing. */
  isLocal: boolean;
  noise: number;
  scale: RelevanceScale;
  isEnglishOnly: boolean;
  /** How many texts are embedded before other work gets its turn. */
  batch: number;
  /** How long a search waits for its vector before it falls back to words. */
  patienceMs: number;
  /** How often a search looks for texts that other processes did not embed before they ended. */
  lookAgainMs: number;
};

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
const FOUND_AT_ONCE = 8_192;
const QUIET_MS = 50;
const LONGEST_WAIT_MS = 5_000;
const PROGRESS_EVERY = 2_000;
const LONGEST_CLOSE_MS = 1_500;

/** Embeds queries immediately, new texts soon afterwards and older texts when it is idle. */
export class BackgroundEmbedding implements Embedding {
  readonly noise: number;
  readonly scale: RelevanceScale;
  readonly isEnglishOnly: boolean;
  readonly #source: EmbeddingSource;
  readonly #storage: Storage;
  readonly #index: SearchIndex;
  readonly #log: Logger;
  readonly #stop = new AbortController();
  readonly #queue = new Set<string>();
  #provider: Promise<EmbeddingProvider> | undefined;
  #working: Promise<void> | undefined;
  #backlog: "unknown" | "waiting" | "none" = "unknown";
  #older: string[] = [];
  #progress: EmbeddingProgress | undefined;
  #lookedAt = 0;
  #failedUntil = 0;
  #lastReason = "";
  #lastEnqueued = 0;
  #pauseMs = FIRST_PAUSE_MS;

  constructor(source: EmbeddingSource, storage: Storage, index: SearchIndex, log: Logger) {
    this.#source = source;
    this.noise = source.noise;
    this.scale = source.scale;
    this.isEnglishOnly = source.isEnglishOnly;
    this.#storage = storage;
    this.#index = index;
    this.#log = log;
  }

  enqueue(ids: readonly string[]): void {
    if (ids.length === 0) return;
    for (const id of ids) this.#queue.add(id);
    this.#lastEnqueued = performance.now();
    this.#wake();
  }

  async embedQuery(query: string, signal: AbortSignal): Promise<QueryVector> {
    if (performance.now() < this.#failedUntil) return { reason: this.#lastReason };
    const late = (): QueryVector => ({ reason: "the embedding model is not ready yet" });
    try {
      return await withDeadline(this.#vectorOf(query, signal), this.#source.patienceMs, late);
    } catch (error) {
      signal.throwIfAborted();
      this.#noteFailure(error);
      return { reason: reasonOf(error) };
    } finally {
      const isStale = performance.now() - this.#lookedAt >= this.#source.lookAgainMs;
      if (this.#backlog === "unknown" || (this.#backlog === "none" && isStale)) {
        this.#backlog = "waiting";
        this.#wake();
      }
    }
  }

  progress(): EmbeddingProgress | undefined {
    return this.#progress;
  }

  waiting(): number {
    return this.#source.isLocal ? this.#queue.size : 0;
  }

  describe(): string {
    return this.#source.description;
  }

  async close(): Promise<void> {
    // A command such as import ends right after its writes; without this its texts would wait for another process.
    const end = performance.now() + LONGEST_CLOSE_MS;
    this.#stop.abort();
    await this.#working;
    if (!this.#source.isLocal || this.#queue.size === 0) return;
    try {
      const provider = await this.#load();
      while (performance.now() < end && (await this.#embedQueued(provider)));
    } catch (error) {
      this.#log.warn("the last texts were not embedded; a later search will embed them", { error });
    }
  }

  async #vectorOf(query: string, signal: AbortSignal): Promise<QueryVector> {
    const provider = await this.#load();
    // Embed a few waiting texts first, so that a search finds new records by meaning too.
    if (this.#source.isLocal && this.#queue.size <= this.#source.batch)
      await this.#embedQueued(provider);
    const [vector] = await provider.embed([query], { signal });
    if (vector === undefined || vector.every((value) => value === 0))
      return { reason: "the embedding model knows no word of the query" };
    return { model: provider.id, vector };
  }

  #load(): Promise<EmbeddingProvider> {
    this.#provider ??= this.#source.load().catch((error: unknown) => {
      this.#provider = undefined;
      throw error;
    });
    return this.#provider;
  }

  #wake(): void {
    this.#working ??= this.#work().finally(() => {
      this.#working = undefined;
    });
  }

  async #work(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      try {
        await this.#quiet();
        const provider = await this.#load();
        const isBusy = (await this.#embedQueued(provider)) || (await this.#embedBacklog(provider));
        if (!isBusy) return;
        this.#pauseMs = FIRST_PAUSE_MS;
      } catch (error) {
        this.#noteFailure(error);
        await this.#pause();
      }
    }
  }

  async #embedQueued(provider: EmbeddingProvider): Promise<boolean> {
    const ids = [...this.#queue].slice(0, this.#source.batch);
    if (ids.length === 0) return false;
    await this.#embed(provider, ids);
    for (const id of ids) this.#queue.delete(id);
    return true;
  }

  async #embedBacklog(provider: EmbeddingProvider): Promise<boolean> {
    if (this.#backlog !== "waiting") return false;
    const isBusy = await this.#embedOlder(provider);
    if (!isBusy) {
      this.#backlog = "none";
      this.#lookedAt = performance.now();
    }
    return isBusy;
  }

  /** Embeds one batch of texts that have no vector of this model. */
  async #embedOlder(provider: EmbeddingProvider): Promise<boolean> {
    if (this.#older.length === 0) {
      // The query reads every record, so it fetches many ids at a time.
      this.#older = await this.#index.idsWithoutVector(provider.id, FOUND_AT_ONCE);
      if (this.#older.length > 0) await this.#beginProgress(provider);
    }
    const ids = this.#older.splice(0, this.#source.batch);
    const embedded = ids.length === 0 ? 0 : await this.#embed(provider, ids);
    this.#noteProgress(provider, embedded);
    return embedded > 0;
  }

  async #beginProgress(provider: EmbeddingProvider): Promise<void> {
    const total = await this.#storage.query(countRecords);
    this.#progress = { done: await this.#index.countVectors(provider.id), total };
  }

  #noteProgress({ id: model }: EmbeddingProvider, embedded: number): void {
    if (this.#progress === undefined) return;
    if (embedded === 0) {
      this.#log.info("all records are embedded", { model });
      this.#progress = undefined;
      return;
    }
    const { done: before, total } = this.#progress;
    const done = Math.min(total, before + embedded);
    this.#progress = { done, total };
    if (Math.floor(before / PROGRESS_EVERY) !== Math.floor(done / PROGRESS_EVERY))
      this.#log.info("embedding records", { model, done, total });
  }

  async #embed(provider: EmbeddingProvider, ids: readonly string[]): Promise<number> {
    const texts = await this.#storage.read((tx) => searchableTexts(tx, ids));
    const signal = this.#stop.signal;
    const vectors = await provider.embed([...texts.values()], { signal });
    const entries = [...texts.keys()].flatMap((id, place) => {
      const vector = vectors[place];
      return vector === undefined ? [] : [{ id, vector: quantizeVector(vector) }];
    });
    // Needs no lock key: the body reads nothing and only appends.
    await this.#storage.write((tx) => this.#index.putVectors(tx, provider.id, entries), {
      locks: [],
    });
    return entries.length;
  }

  #noteFailure(error: unknown): void {
    if (this.#stop.signal.aborted) return;
    if (isTemporary(error)) {
      this.#log.warn("embedding waits for the database", { error });
      return;
    }
    this.#failedUntil = performance.now() + this.#pauseMs;
    this.#lastReason = `${reasonOf(error)} a moment ago`;
    this.#log.warn("embedding failed; searching by words for now", { error });
  }

  /** Lets a burst of writes finish first, but waits no longer than LONGEST_WAIT_MS. */
  async #quiet(): Promise<void> {
    const began = performance.now();
    while (!this.#stop.signal.aborted) {
      const now = performance.now();
      const isQuiet = this.#queue.size === 0 || now - this.#lastEnqueued >= QUIET_MS;
      if (isQuiet || now - began >= LONGEST_WAIT_MS) return;
      await this.#sleep(QUIET_MS);
    }
  }

  async #pause(): Promise<void> {
    const pauseMs = this.#pauseMs;
    this.#pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    await this.#sleep(pauseMs);
  }

  async #sleep(ms: number): Promise<void> {
    // close() aborts the wait.
    await delay(ms, undefined, { signal: this.#stop.signal, ref: false }).catch(() => undefined);
  }
}

/** A model that cannot be used says why; what else goes wrong is in the log. */
function reasonOf(error: unknown): string {
  return error instanceof ModelFileError ? error.message : "the embedding model failed";
}
