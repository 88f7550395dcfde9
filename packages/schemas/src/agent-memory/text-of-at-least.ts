import * as z from "zod";

/** Longest texts that name or refer to something; what explains it may be as long as a call allows. */
export const LONGEST_NAME = 2_000;
export const LONGEST_SUMMARY = 10_000;

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
    error: ({ input }) =>
      `has ${String(input).length} characters, of at most ${maximum}. Shorten it, or move details elsewhere`,
    abort: true,
  });
}

function countsAtLeast(text: string, minimum: number): boolean {
  // A code point takes at most two units, so this much text is enough to decide.
  return Array.from(text.slice(0, minimum * 2)).length >= minimum;
}
