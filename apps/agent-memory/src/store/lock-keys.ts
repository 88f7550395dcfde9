import { type PlacedTarget, targetKeyOf } from "../domain/project.ts";

/** Held by a write that reads and changes the decisions of one target only. */
export function targetKey(target: PlacedTarget): string {
  return `target ${targetKeyOf(target)}`;
}

/** Held by a write that counts against the cooldown of a role. */
export function cooldownKey(role: string): string {
  return `cooldown of ${role}`;
}
