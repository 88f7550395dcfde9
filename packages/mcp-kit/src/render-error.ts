import type { CodedError } from "@faculties/errors";
import type { RenderedError } from "./server-definition.ts";

/** The shape of an error for servers whose contract names none. */
export function renderError({ code, message, details }: CodedError): RenderedError {
  return { text: `${code}: ${message}`, structured: { error: { code, message, ...details } } };
}
