import { CodedError } from "@faculties/errors";

export type BulkItemFailure = { index: number; code: string; message: string };

/** Nothing was done, because these items cannot be. */
export function bulkFailure(failures: readonly BulkItemFailure[]): CodedError {
  const reasons = failures.map(({ index, message }) => `[${index}] ${message}`);
  return new CodedError("E-BULK-PARTIAL", `Nothing was done. ${reasons.join("; ")}`, {
    details: { failures },
  });
}
