import type { Shortfall } from "../domain/material.ts";

/** A file that is to be read; `added` are the lines that count, all of them when it is absent. */
export type CollectedFile = {
  path: string;
  added?: Set<number>;
  /** Changed, but git names no lines: binary, or nothing but its mode. */
  isOpaque?: boolean;
  /** Content that is in the index only. */
  staged?: Buffer;
};

export type Collection = {
  files: CollectedFile[];
  notes: string[];
  shortfall?: Shortfall;
  /** Whether there are more files than were listed. */
  isCut?: boolean;
};

/** Why there is nothing to collect from. */
export type Obstacle = { reason: string; shortfall: Shortfall };
