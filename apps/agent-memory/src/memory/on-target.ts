import type { LockKeys } from "@faculties/storage";
import { foldTarget } from "../domain/fold-target.ts";

/** What a write contends for that reads and changes decisions of one target only. */
export function onTarget(target: string): LockKeys {
  return { locks: [`target ${foldTarget(target)}`] };
}
