import { CodedError } from "@faculties/errors";
import { namespaceOf } from "./blackboard-key.ts";
import { blackboardUri } from "./resource-uri.ts";

export type BulkItemFailure = { index: number; code: string; message: string };

/** Nothing was done, because these items cannot be. */
export function bulkFailure(failures: readonly BulkItemFailure[]): CodedError {
  const reasons = failures.map(({ index, message }) => `[${index}] ${message}`);
  return new CodedError("E-BULK-PARTIAL", `Nothing was done. ${reasons.join("; ")}`, {
    details: { failures },
  });
}

/** Refuses a batch that cannot be written, and names every entry that is to blame. */
export function refuseFailingEntries(entries: readonly { key: string }[]): void {
  const first = new Map<string, number>();
  const failures = entries.flatMap(({ key }, index) => {
    const before = first.get(key);
    if (before === undefined) first.set(key, index);
    // Two writes of one key would leave it open which of them counts.
    const repeated = before !== undefined && `the key "${key}" is in entries[${before}] already`;
    const message = repeated || namespaceProblem(key);
    return message === undefined ? [] : [{ index, code: "E-INPUT-INVALID", message }];
  });
  if (failures.length > 0) throw bulkFailure(failures);
}

function namespaceProblem(key: string): string | undefined {
  try {
    blackboardUri(namespaceOf(key));
    return undefined;
  } catch (error) {
    if (error instanceof CodedError) return error.message;
    throw error;
  }
}
