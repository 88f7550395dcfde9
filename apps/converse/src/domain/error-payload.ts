import type { CodedError, Redactor } from "@faculties/errors";
import {
  CONVERSE_ERROR_CODES,
  type ConverseErrorCode,
  ConverseErrorPayload,
} from "@faculties/schemas/converse/converse-error";

/** In characters. A call with thousands of mistakes is told the first ones. */
const LONGEST_ERROR = 8000;
const LONGEST_PARTIAL = 40_000;

/** An error in the contract's form, without secrets. */
export function errorPayload(
  failure: CodedError & { partialText?: string | undefined },
  redact: Redactor,
): ConverseErrorPayload {
  const { code, message, details, isCallersFault, partialText } = failure;
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
    partial_content: partialText?.slice(0, LONGEST_PARTIAL),
  });
}

/** Undefined for codes that are not in the contract. */
function contractCode(code: string): ConverseErrorCode | undefined {
  return CONVERSE_ERROR_CODES.find((candidate) => candidate === code);
}
