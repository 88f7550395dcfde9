/**
 * A number with about three significant digits.
 * @param {number} value
 */
export function number(value) {
  if (!Number.isFinite(value)) return "–";
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString("en-US", {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

/**
 * A median with its spread.
 * @param {{ value: number, low: number, high: number }} summary
 */
export function spread({ value, low, high }) {
  return `${number(value)} (${number(low)}–${number(high)})`;
}

/**
 * How many times the reference this is.
 * @param {number} value
 * @param {number | undefined} reference
 */
export function ratio(value, reference) {
  return reference === undefined ? "–" : `${(value / reference).toFixed(2)} ×`;
}
