import type { CodedError } from "@faculties/errors";
import type { RenderedError } from "@faculties/mcp-kit";

/** An error as the contract shows it. All errors of the database have one code for the caller. */
export function renderError({ code: given, message }: CodedError): RenderedError {
  const code = given.startsWith("E-STORAGE-") ? "STORAGE_UNAVAILABLE" : given;
  const structured = { status: "error", message, code };
  return { text: JSON.stringify(structured), structured };
}
