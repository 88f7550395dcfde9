/**
 * The value below which the given share of the values lies.
 * @param {readonly number[]} values
 * @param {number} share
 */
export function quantile(values, share) {
  const sorted = values.toSorted((left, right) => left - right);
  const position = (sorted.length - 1) * share;
  const below = sorted[Math.floor(position)] ?? Number.NaN;
  const above = sorted[Math.ceil(position)] ?? Number.NaN;
  return below + (above - below) * (position - Math.floor(position));
}

/**
 * The median with the lowest and the highest value.
 * @param {readonly number[]} values
 */
export function summary(values) {
  return { value: quantile(values, 0.5), low: Math.min(...values), high: Math.max(...values) };
}
