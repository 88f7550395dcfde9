import type { Finding } from "../domain/finding.ts";
import type { Material } from "../domain/material.ts";

export type Judgement = {
  /** Undefined when there was no code that it could read. */
  score: number | undefined;
  dimensions: { name: string; score: number }[];
  findings: Finding[];
  /** What it refers to besides its findings. */
  citations: readonly string[];
  notes: string[];
  /** Paths of code that it cannot read, and another judge may. */
  unread: readonly string[];
  /** Whether nothing broke off while it read the rest. */
  isWhole: boolean;
};

export type JudgeCall = {
  material: Material;
  task: string;
  signal: AbortSignal;
  onProgress(done: number, total: number): void;
  /** Told what a judge failed with, for the log. */
  onFailure?(name: string, error: unknown): void;
};

/** Gives a judgement, or fails with a sentence for its card. */
export type Judge = {
  /** The name that the configuration calls it by. */
  name: string;
  judge(call: JudgeCall): Promise<Judgement>;
};
