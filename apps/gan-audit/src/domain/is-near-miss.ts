const SHORTEST = 4;

/** Whether one slip of the finger (a letter left out, put in, changed, or two swapped) makes one name of the other. */
export function isNearMiss(left: string, right: string): boolean {
  const [short, long] = left.length <= right.length ? [left, right] : [right, left];
  if (short.length < SHORTEST || long.length - short.length > 1 || left === right) return false;
  if (left.toLowerCase() === right.toLowerCase()) return false;
  // Plurals and numbered names are different names.
  if (long === `${short}s` || short.replace(/\d+$/, "") === long.replace(/\d+$/, "")) return false;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start += 1;
  if (long.length > short.length) return short.slice(start) === long.slice(start + 1);
  if (short.slice(start + 1) === long.slice(start + 1)) return true;
  const isSwap = short[start] === long[start + 1] && short[start + 1] === long[start];
  return isSwap && short.slice(start + 2) === long.slice(start + 2);
}
