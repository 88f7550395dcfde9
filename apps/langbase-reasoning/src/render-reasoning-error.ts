import { InvalidInput, type RenderedError } from "@faculties/mcp-kit";
import type { CodedError } from "@faculties/errors";
import {
  REASONING_ERROR_TYPES,
  type ReasoningErrorType,
} from "@faculties/schemas/langbase-reasoning";
import { validationMessage } from "./validation-message.ts";

/** The message says it all: which argument is wrong, or what went wrong here, for which the contract has no type. */
const UNTYPED: readonly ReasoningErrorType[] = ["Validation", "Internal"];

/** An error as the contract shows it: its type and message in the text and, with details, beside. */
export function renderReasoningError(error: CodedError): RenderedError {
  const { type, message, details } = explain(error);
  const text = UNTYPED.includes(type) ? `Error: ${message}` : `Error: ${type}: ${message}`;
  return { text, structured: { error: { type, message, ...details } } };
}

function explain(error: CodedError): {
  type: ReasoningErrorType;
  message: string;
  details: object;
} {
  if (error instanceof InvalidInput) {
    const { issues } = error;
    const details = { field: issues[0]?.field, issues };
    return { type: "Validation", message: validationMessage(issues), details };
  }
  const { code, message, details, isCallersFault } = error;
  const type = REASONING_ERROR_TYPES.find((known) => known === code);
  if (type !== undefined) return { type, message, details };
  if (isCallersFault)
    return {
      type: "Validation",
      message: `Validation failed: arguments - ${message}`,
      details: { ...details, field: "arguments" },
    };
  return {
    type: code === "TIMEOUT" ? "Timeout" : "Internal",
    message,
    details: { ...details, code },
  };
}
