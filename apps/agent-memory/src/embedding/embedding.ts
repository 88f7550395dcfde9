import type { RelevanceScale } from "../domain/relevance.ts";

/** A query as a vector of a model's space, or why there is none. */
export type QueryVector = { model: string; vector: Float32Array } | { reason: string };

export type EmbeddingProgress = { done: number; total: number };

/** Turns texts into vectors in the background, after they were written. */
export type Embedding = {
  /** New or changed texts, to be embedded soon. Returns at once. */
  enqueue(ids: readonly string[]): void;
  embedQuery(query: string, signal: AbortSignal): Promise<QueryVector>;
  /** Progress of embedding older texts; undefined when there is nothing to do. */
  progress(): EmbeddingProgress | undefined;
  /** How many new texts a local model has not embedded yet. */
  waiting(): number;
  /** Hits with a lower cosine are noise. */
  readonly noise: number;
  readonly scale: RelevanceScale;
  /** Queries in other languages are better searched by their words. */
  readonly isEnglishOnly: boolean;
  /** A description of the model for people. */
  describe(): string;
  close(): Promise<void>;
};

/** For searches by words only. */
export function noEmbedding(): Embedding {
  return {
    enqueue: () => undefined,
    embedQuery: async () => ({ reason: "embeddings are switched off" }),
    progress: () => undefined,
    waiting: () => 0,
    noise: 1,
    scale: { wordWeight: 1, floor: 0 },
    isEnglishOnly: false,
    describe: () => "off",
    close: async () => undefined,
  };
}
