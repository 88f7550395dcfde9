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

const MOST_NAMES = 3;

/** A few of many paths, as a sentence has room for. */
export function someOf(paths: readonly string[]): string {
  const named = paths.slice(0, MOST_NAMES).join(", ");
  const more = paths.length - MOST_NAMES;
  return more > 0 ? `${named} and ${more} more` : named;
}
