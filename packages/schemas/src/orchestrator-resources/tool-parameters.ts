import * as z from "zod";
import { integerFrom } from "../primitives/integer.ts";

/** Longest delay that a timer can hold. */
const LONGEST_DELAY_MS = 2_147_483_647;

// One schema for each kind of parameter; a description costs one copy instead of a chain of them.
const text = z
  .string()
  .refine((value) => !value.includes("\0"), "must not hold a NUL character")
  .refine((value) => !/\p{Surrogate}/u.test(value), "must not hold half a character");
const name = text.min(1).meta({ minLength: undefined });
const optionalName = name.optional();
const unbounded = { minimum: undefined, maximum: undefined };
const delay = z.int().min(1).max(LONGEST_DELAY_MS).meta(unbounded);
const optionalDelay = delay.optional();
const list = z.array(text).default([]).meta({ default: undefined });

/** A name that is not empty and that any database can hold; the rules are not published. */
export const Name = name;

export function identifier(description: string) {
  return name.describe(description);
}

export function optionalIdentifier(description: string) {
  return optionalName.describe(description);
}

/** Milliseconds that a timer can hold; the limits are not published. */
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
  return z.int().min(1).max(most).default(usual).describe("Page size");
}

/** An integer whose obvious bounds are not published. */
export function atLeast(least: number) {
  return z.int().min(least).meta(unbounded);
}

export const graphId = identifier("Graph id");
export const runId = identifier("Run id");
export const childId = identifier("Child id");
export const graphVersion = atLeast(1).optional().describe("Default: latest");
export const expectedVersion = atLeast(0).optional().describe("Fail if the version is another");
export const lockHolder = optionalIdentifier("Your name, if you hold the lock");
export const cursor = optionalIdentifier("next_cursor before");
export const fromSeq = integerFrom(0).describe("Only events after this seq").default(0);
export const idempotencyKey = optionalIdentifier("Repeats run once");
export const maxParallel = z.int().min(1).max(64).default(4).describe("Nodes at a time");
