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

export const graphId = identifier("Id of the graph, as graph_create returned it");
export const runId = identifier("Id of the run, as plan_run returned it");
export const childId = identifier("Id of the child process, as child_create returned it");
export const graphVersion = atLeast(1)
  .optional()
  .describe("Version of the graph (default: the latest)");
export const expectedVersion = atLeast(0)
  .optional()
  .describe("Fail if the graph has another version by now");
export const lockHolder = optionalIdentifier("Your name, if you hold the lock of the graph");
export const cursor = optionalIdentifier("next_cursor of the page before");
export const fromSeq = integerFrom(0)
  .describe("Only what came after this sequence number (next_seq of the page before)")
  .default(0);
export const idempotencyKey = optionalIdentifier(
  "A key of your choice; a repeated call with the same key runs only once",
);
export const maxParallel = z
  .int()
  .min(1)
  .max(64)
  .default(4)
  .describe("Most tasks that run at the same time");
