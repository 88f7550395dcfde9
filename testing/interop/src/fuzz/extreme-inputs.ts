const numbers = [1e308, 1e308, -1e308, 5e-324, 2 ** 31, Number.MAX_SAFE_INTEGER];
const texts = ["x\ud800", "x\u0000y", "__proto__"];
const MOST_TEXTS = 12;

type Change = (value: unknown, place: string) => unknown;

/**
 * Variants of an input that chance would take long to find: every number at once as large as numbers get, so that sums
 * overflow; and, one place at a time, text that other encodings cannot hold.
 */
export function extremeInputs(input: unknown): unknown[] {
  const large = numbers.map((extreme) =>
    changeLeaves(input, (value) => (typeof value === "number" ? extreme : value)),
  );
  const places: string[] = [];
  changeLeaves(input, (value, place) => {
    if (typeof value === "string") places.push(place);
    return value;
  });
  const strange = places
    .slice(0, MOST_TEXTS)
    .flatMap((at) =>
      texts.map((text) => changeLeaves(input, (value, place) => (place === at ? text : value))),
    );
  return [...large, ...strange];
}

function changeLeaves(value: unknown, change: Change, place = ""): unknown {
  if (Array.isArray(value))
    return value.map((item, index) => changeLeaves(item, change, `${place}/${index}`));
  if (typeof value !== "object" || value === null) return change(value, place);
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      changeLeaves(item, change, `${place}/${key}`),
    ]),
  );
}
