import type { ToggleName } from "./modules/toggles.ts";

/** Parameters that tools have only while a module is on. */
export const PARAMETER_TOGGLES: ReadonlyMap<string, ToggleName> = new Map([
  ["idempotency_key", "enableIdempotency"],
  ["holder", "enableLocks"],
]);
