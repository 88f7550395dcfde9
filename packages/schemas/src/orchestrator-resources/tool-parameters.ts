import * as z from "zod";
import { integerFrom } from "../primitives/integer.ts";

/** Longest delay that a timer can hold. */
const LONGEST_DELAY_MS = 2_147_483_647;

// One schema for each kind of parameter; a description costs one copy instead of a chain of them.
const text = z.string().refine((value) => !value.includes("\0"), "must not hold a NUL character");
const name = text.min(1).meta({ minLength: undefined });
const optionalName = name.optional();
const delay = z.int().min(1).max(LONGEST_DELAY_MS).meta({ maximum: undefined });
const optionalDelay = delay.optional();
const list = z.array(text).default([]);

/** A name that is not empty and that any database can hold; the rules are not published. */
export const Name = name;

export function identifier(description: string) {
  return name.describe(description);
}

export function optionalIdentifier(description: string) {
  return optionalName.describe(description);
}

/** Milliseconds that a timer can hold; the upper limit is not published. */
export function duration(description: string) {
  return delay.describe(description);
}

export function optionalDuration(description: string) {
  return optionalDelay.describe(description);
}

/** A list of texts, empty by default. */
export function textList(description: string) {
  return list.describe(description);
}

export function pageSize(most: number, usual: number) {
  return z.int().min(1).max(most).default(usual).describe("Most items per page");
}

export const graphId = identifier("Graph id");
export const runId = identifier("Run id");
export const childId = identifier("Child id");
export const graphVersion = integerFrom(1).optional().describe("Version (default: latest)");
export const expectedVersion = integerFrom(0).optional().describe("Fail if the version is another");
export const lockHolder = optionalIdentifier("Your name, if you hold the lock");
export const cursor = optionalIdentifier("next_cursor of the page before");
export const fromSeq = z
  .int()
  .min(0)
  .meta({ description: "Only events after this seq", maximum: undefined })
  .default(0);
export const idempotencyKey = optionalIdentifier("Repeats with this key run once");
