import * as z from "zod";

/** Text whose trimmed form has at least `minimum` characters, counted in code points. */
export function textOfAtLeast(minimum: number) {
  const error = `must have at least ${minimum} ${minimum === 1 ? "character" : "characters"}`;
  return z
    .string()
    .min(minimum, { error, abort: true })
    .refine((text) => countsAtLeast(text.trim(), minimum), error);
}

function countsAtLeast(text: string, minimum: number): boolean {
  // A code point takes at most two units, so this much text is enough to decide.
  return Array.from(text.slice(0, minimum * 2)).length >= minimum;
}
