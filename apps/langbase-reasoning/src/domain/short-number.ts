/** A number for people: at most three decimals. */
export function shortNumber(value: number): string {
  return String(Number(value.toFixed(3)));
}
