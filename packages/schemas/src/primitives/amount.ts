import * as z from "zod";

const LARGEST_AMOUNT = 1e15;

/** A number whose sums and products stay finite. The limit is checked, but not published as a keyword. */
export function amount() {
  return z
    .number()
    .refine((value) => Math.abs(value) <= LARGEST_AMOUNT, `must be at most ${LARGEST_AMOUNT}`);
}
