import * as z from "zod";

/** Longest texts, in UTF-16 units, that name something, tell of an event and explain a decision. */
export const LONGEST_NAME = 2_000;
export const LONGEST_SUMMARY = 10_000;
export const LONGEST_EXPLANATION = 100_000;

/** Text whose trimmed form has at least `minimum` characters, counted in code points, and at most `maximum` units. */
export function textOfAtLeast(minimum: number, maximum = Infinity) {
  const error = `must have at least ${minimum} ${minimum === 1 ? "character" : "characters"}`;
  return textOfAtMost(maximum)
    .min(minimum, { error, abort: true })
    .refine((text) => countsAtLeast(text.trim(), minimum), error);
}

/** Not a part of the published schema, which every client would pay for. */
export function textOfAtMost(maximum: number) {
  return z.string().refine((text) => text.length <= maximum, {
    error: ({ input }) => tooLong(String(input).length, maximum),
    abort: true,
  });
}

/** Texts that are not longer than one explanation, all together. */
export function listOfTexts() {
  return z.array(z.string()).refine((texts) => lengthOf(texts) <= LONGEST_EXPLANATION, {
    error: ({ input }) => tooLong(lengthOf(input as string[]), LONGEST_EXPLANATION),
  });
}

function lengthOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + text.length, 0);
}

function tooLong(length: number, maximum: number): string {
  return `has ${length} characters, of at most ${maximum}: shorten it, or refer to a file with the details`;
}

function countsAtLeast(text: string, minimum: number): boolean {
  // A code point takes at most two units, so this much text is enough to decide.
  return Array.from(text.slice(0, minimum * 2)).length >= minimum;
}
