import { randomBytes } from "node:crypto";

/** An opaque id that nobody can guess. */
export function newId(prefix: "dec" | "prop" | "evt"): string {
  return `${prefix}_${randomBytes(12).toString("hex")}`;
}
