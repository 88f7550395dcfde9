import { CodedError } from "@faculties/errors";

/** Something that no caller may send, which the schema of the arguments cannot say. */
export function invalidInput(message: string): CodedError {
  return new CodedError("E-INPUT-INVALID", message, { isCallersFault: true });
}
