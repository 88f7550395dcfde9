import type { CodedError, Redactor } from "@faculties/errors";
import {
  CONVERSE_ERROR_CODES,
  type ConverseErrorCode,
  ConverseErrorPayload,
} from "@faculties/schemas/converse/converse-error";

/** In characters. A call with thousands of mistakes is told the first ones. */
const LONGEST_ERROR = 8000;

/** An error in the contract's form, without secrets. */
export function errorPayload(
  { code, message, details, isCallersFault }: CodedError,
  redact: Redactor,
): ConverseErrorPayload {
  const error = redact(message);
  return ConverseErrorPayload.parse({
    error: error.length > LONGEST_ERROR ? `${error.slice(0, LONGEST_ERROR)} …` : error,
    code: contractCode(code) ?? (isCallersFault ? "INVALID_INPUT" : "API_ERROR"),
    provider: details["provider"],
    model: details["model"],
    retry_after: details["retryAfterSeconds"],
    max_tokens: details["maxTokens"],
    provided_tokens: details["providedTokens"],
    suggestions: details["suggestions"],
  });
}

/** Undefined for codes that are not in the contract. */
function contractCode(code: string): ConverseErrorCode | undefined {
  return CONVERSE_ERROR_CODES.find((candidate) => candidate === code);
}
