import { type InputIssue, InvalidInput, type RenderedError } from "@faculties/mcp-kit";
import type { CodedError } from "@faculties/errors";
import {
  REASONING_ERROR_TYPES,
  type ReasoningErrorType,
} from "@faculties/schemas/langbase-reasoning/reasoning-error";

/** The contract shows no type for these: the message says everything. */
const UNTYPED: readonly ReasoningErrorType[] = ["Validation", "Internal"];

/** Renders an error by the contract: type and message as text, and again with details as structured content. */
export function renderError(error: CodedError): RenderedError {
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

/** The first problem, in the words of the contract. */
export function validationMessage([first]: readonly InputIssue[]): string {
  return `Validation failed: ${first?.field ?? "arguments"} - ${first?.reason ?? "Invalid input"}`;
}
