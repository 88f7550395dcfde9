/** A product that neither overflows nor vanishes: mantissa times a power of two. */
export type Scaled = { mantissa: number; exponent: number };

export const ONE: Scaled = { mantissa: 1, exponent: 0 };

/** The product with one more factor from 0 to 1. */
export function times({ mantissa, exponent }: Scaled, factor: number): Scaled {
  if (factor === 0 || mantissa === 0) return { mantissa: 0, exponent: 0 };
  const own = exponentOf(factor);
  // A factor near the smallest number keeps its digits only if it is scaled before it is multiplied.
  const product = mantissa * (factor / 2 ** own);
  const shift = exponentOf(product);
  return { mantissa: product / 2 ** shift, exponent: exponent + own + shift };
}

/** The product of factors, the same to the last digit in whichever order they come. */
export function productOf(factors: readonly number[]): Scaled {
  return factors.toSorted((left, right) => left - right).reduce(times, ONE);
}

/** `left` divided by `right`; Infinity or 0 beyond what a number can hold. */
export function quotient(left: Scaled, right: Scaled): number {
  if (left.mantissa === 0) return 0;
  const ratio = left.mantissa / right.mantissa;
  const shift = left.exponent - right.exponent;
  // Two steps, because 2 ** shift alone may vanish where the quotient does not.
  const half = Math.trunc(shift / 2);
  return ratio * 2 ** half * 2 ** (shift - half);
}

function exponentOf(value: number): number {
  return Math.floor(Math.log2(value));
}
