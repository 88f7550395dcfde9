import type { Settings } from "../settings.ts";
import { createEngineSet, type EngineSet } from "./engine-set.ts";

const IDLE_MS = 5 * 60_000;

/** The engines with the limits that the operator set. */
export const openEngines = ({ engineTimeoutMs }: Settings): EngineSet =>
  createEngineSet({ deadlineMs: engineTimeoutMs, idleMs: IDLE_MS });
