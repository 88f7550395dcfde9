import { InvalidInput, type RenderedError } from "@faculties/mcp-kit";
import type { CodedError } from "@faculties/schemas";
import {
  REASONING_ERROR_TYPES,
  type ReasoningErrorType,
} from "@faculties/schemas/langbase-reasoning";
import { validationMessage } from "./validation-message.ts";

/** An error as the contract shows it: `Error: …` in the text, its type beside. */
export function renderReasoningError(error: CodedError): RenderedError {
  const { type, message, details } = explain(error);
  return { text: `Error: ${message}`, structured: { error: { type, message, ...details } } };
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
  const { code, message, details } = error;
  const type = REASONING_ERROR_TYPES.find((known) => known === code);
  if (type !== undefined) return { type, message, details };
  if (code === "INPUT_TOO_LARGE")
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
