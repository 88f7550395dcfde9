import type { Finding } from "../domain/finding.ts";
import type { SourceText } from "../domain/source-text.ts";

export const ENGINE_NAMES = ["ast-grep", "oxlint", "ruff", "secrets"] as const;
export type EngineName = (typeof ENGINE_NAMES)[number];

export type EngineReport = {
  findings: Finding[];
  /** Sentences that say which code the engine could not look at. */
  notes: string[];
  /** The paths that it did not look at. */
  skipped: string[];
  /** Whether it ended over these texts, so that fewer of them may go well. */
  isCrash?: boolean;
  /** Whether they were nested too deeply, or too large, for it. */
  isTooDeep?: boolean;
};

/** Looks at texts and says what it found. May throw, and may never return: its caller guards against both. */
export type Engine = {
  check(texts: readonly SourceText[]): Promise<EngineReport>;
};

/** An engine in a process of its own; `check` rejects when that process ends. */
export type EngineProcess = Engine & { kill(): void };
