import { InvalidInput, type RenderedError } from "@faculties/mcp-kit";
import type { CodedError } from "@faculties/errors";
import type { SequentialThinkingFailure } from "@faculties/schemas/gan-audit/sequentialthinking";

/** An error as the contract shows it: a message, the status and structured details. */
export function renderError(error: CodedError): RenderedError {
  const details = error instanceof InvalidInput ? { issues: error.issues } : error.details;
  const structured: SequentialThinkingFailure = {
    error: error.message,
    status: "failed",
    details: { code: error.code, ...details },
  };
  return { text: JSON.stringify(structured), structured };
}
