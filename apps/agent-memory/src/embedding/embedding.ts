/** A query as a vector of a model's space, or why there is none. */
export type QueryVector = { model: string; vector: Float32Array } | { reason: string };

export type EmbeddingProgress = { done: number; total: number };

/** Semaphore texts into vectors behind the back of whoever wrote them. */
export type Embedding = {
  /** New or changed texts, to be embedded soon. Returns at once. */
  enqueue(ids: readonly string[]): void;
  embedQuery(query: string, signal: AbortSignal): Promise<QueryVector>;
  /** How far the embedding of older texts is; undefined when there is nothing to do. */
  progress(): EmbeddingProgress | undefined;
  /** Hits that are less alike than this mean nothing. */
  readonly floor: number;
  /** What embeds, for people to read. */
  describe(): string;
  close(): Promise<void>;
};

/** Words alone. */
export function noEmbedding(): Embedding {
  return {
    enqueue: () => undefined,
    embedQuery: async () => ({ reason: "embeddings are switched off" }),
    progress: () => undefined,
    floor: 1,
    describe: () => "off",
    close: async () => undefined,
  };
}
