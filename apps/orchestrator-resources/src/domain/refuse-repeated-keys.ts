import { bulkFailure } from "./bulk-failure.ts";

/** Two writes of one key in one batch would leave it open which of them counts. */
export function refuseRepeatedKeys(entries: readonly { key: string }[]): void {
  const first = new Map<string, number>();
  const failures = entries.flatMap(({ key }, index) => {
    const before = first.get(key);
    if (before === undefined) first.set(key, index);
    const message = `the key "${key}" is in entries[${before}] already`;
    return before === undefined ? [] : [{ index, code: "E-INPUT-INVALID", message }];
  });
  if (failures.length > 0) throw bulkFailure(failures);
}
