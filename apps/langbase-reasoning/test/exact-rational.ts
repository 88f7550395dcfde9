/** A fraction of integers, for figures that must be right to the last digit. */
export type Rational = { top: bigint; bottom: bigint };

export const ZERO: Rational = { top: 0n, bottom: 1n };
export const ONE: Rational = { top: 1n, bottom: 1n };

/** The fraction that a number is, without rounding. */
export function exactly(value: number): Rational {
  // Two steps of 537 bits make any number an integer, and neither overflows below 1.
  const scaled = Math.abs(value) < 1 ? value * 2 ** 537 : value;
  if (scaled === value && Number.isInteger(value)) return { top: BigInt(value), bottom: 1n };
  if (scaled === value) return reduced(BigInt(value * 2 ** 52), 1n << 52n);
  return reduced(
    BigInt(Math.trunc(scaled)) * (1n << 537n) + BigInt((scaled % 1) * 2 ** 537),
    1n << 1074n,
  );
}

export const add = (a: Rational, b: Rational) =>
  reduced(a.top * b.bottom + b.top * a.bottom, a.bottom * b.bottom);
export const subtract = (a: Rational, b: Rational) => add(a, { ...b, top: -b.top });
export const multiply = (a: Rational, b: Rational) => reduced(a.top * b.top, a.bottom * b.bottom);
export const divide = (a: Rational, b: Rational) => reduced(a.top * b.bottom, a.bottom * b.top);
export const sum = (all: readonly Rational[]) => all.reduce(add, ZERO);
export const product = (all: readonly Rational[]) => all.reduce(multiply, ONE);
export const compare = (a: Rational, b: Rational) => {
  const difference = a.top * b.bottom - b.top * a.bottom;
  return difference > 0n ? 1 : difference < 0n ? -1 : 0;
};

const DIGITS = 10n ** 40n;

/** The nearest number, within far less than its last digit. */
export function toNumber({ top, bottom }: Rational): number {
  if (top === 0n) return 0;
  const sign = top < 0n ? -1 : 1;
  const size = top < 0n ? -top : top;
  // Scaled so that small fractions keep forty digits.
  let shift = 0;
  let scaled = size;
  while (scaled * 10n < bottom) {
    scaled *= 10n ** 30n;
    shift += 30;
  }
  return sign * Number(`${(scaled * DIGITS) / bottom}e-${40 + shift}`);
}

const ROOT_DIGITS = 60n;

/** The square root, cut after sixty digits behind the point. */
export function squareRoot({ top, bottom }: Rational): Rational {
  const scale = 10n ** ROOT_DIGITS;
  return reduced(integerRoot((top * scale * scale) / bottom), scale);
}

function integerRoot(value: bigint): bigint {
  if (value < 2n) return value;
  let guess = 1n << BigInt(Math.ceil(value.toString(2).length / 2) + 1);
  for (;;) {
    const next = (guess + value / guess) >> 1n;
    if (next >= guess) return guess;
    guess = next;
  }
}

/** Common factors of two are removed, which is what numbers have; more would cost more than it saves. */
function reduced(top: bigint, bottom: bigint): Rational {
  if (bottom < 0n) return reduced(-top, -bottom);
  if (top === 0n) return ZERO;
  const shared = (top | bottom) & -(top | bottom);
  return { top: top / shared, bottom: bottom / shared };
}
