import type { RenderedError } from "@faculties/mcp-kit";
import type { CodedError, Redactor } from "@faculties/errors";
import { ConsensusFailed } from "./consensus/consensus-failed.ts";
import { errorPayload } from "./domain/error-payload.ts";

/** An error as the contract shows it: the same JSON as text and as structured content. */
export function renderError(error: CodedError, redact: Redactor): RenderedError {
  const structured = error instanceof ConsensusFailed ? error.payload : errorPayload(error, redact);
  return { text: JSON.stringify(structured), structured };
}
