/** A number for people: at most three decimals. */
export function shortNumber(value: number): string {
  return String(Number(value.toFixed(3)));
}

const DIGITS = 1e12;

/** Removes the noise of binary fractions, so that a mean of exactly 0.3 is not below 0.3. */
export function tidy(value: number): number {
  return Math.round(value * DIGITS) / DIGITS;
}
