const HIDDEN = new Set(["number", "targetKey", "observedBoot", "observedOffset"]);
const TIMES = new Set(["createdAt", "firstObservedAt", "at"]);

/** A stored row for people and scripts: snake_case keys, readable dates, no internal columns. */
export function toPublicRow(row: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row)
      .filter(([key]) => !HIDDEN.has(key))
      .map(([key, value]) => [
        key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
        TIMES.has(key) && typeof value === "number" ? new Date(value).toISOString() : value,
      ]),
  );
}
