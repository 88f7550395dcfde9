import type { Finding } from "../domain/finding.ts";
import type { Material } from "../domain/material.ts";

export type Judgement = {
  score: number;
  dimensions: { name: string; score: number }[];
  findings: Finding[];
  /** What it refers to besides its findings. */
  citations: readonly string[];
  notes: string[];
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
