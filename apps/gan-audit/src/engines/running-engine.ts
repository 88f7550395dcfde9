import type { Engine } from "./engine.ts";

/** An engine in a process of its own; `check` rejects when that process ends. */
export type RunningEngine = Engine & { kill(): void };
