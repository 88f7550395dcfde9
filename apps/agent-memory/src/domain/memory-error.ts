import { CodedError } from "@faculties/errors";
import {
  MEMORY_ERROR_PREFIXES,
  type MemoryErrorCode,
} from "@faculties/schemas/agent-memory/memory-error";

const PREFIXES: Partial<Record<MemoryErrorCode, string>> = MEMORY_ERROR_PREFIXES;

/** An error of the contract; its message begins with the contract's word for its kind. */
export function memoryError(
  code: MemoryErrorCode,
  message: string,
  details: Record<string, unknown> = {},
): CodedError {
  const prefix = PREFIXES[code];
  return new CodedError(code, prefix === undefined ? message : `${prefix}: ${message}`, {
    details,
  });
}
