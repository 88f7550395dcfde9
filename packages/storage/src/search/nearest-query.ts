/** What to find the nearest vectors of. */
export type NearestQuery = {
  vector: Float32Array;
  limit: number;
  facets: readonly string[] | undefined;
  /** Aborted when nobody waits for the answer any more. */
  signal?: AbortSignal | undefined;
};
