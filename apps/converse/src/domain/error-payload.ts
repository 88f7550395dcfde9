import type { CodedError, Redactor } from "@faculties/schemas";
import {
  CONVERSE_ERROR_CODES,
  type ConverseErrorCode,
  ConverseErrorPayload,
} from "@faculties/schemas/converse";

/** Codes of the layers below, in the contract's own. Every other one is our failure, not the caller's. */
const TRANSLATED: Readonly<Record<string, ConverseErrorCode>> = {
  INPUT_TOO_LARGE: "INVALID_INPUT",
  TOOL_DISABLED: "INVALID_INPUT",
};

/** In characters. A caller who gets thousands of things wrong is told the first ones. */
const LONGEST_ERROR = 8000;

/** An error in the contract's form, without secrets. */
export function errorPayload(
  { code, message, details }: CodedError,
  redact: Redactor,
): ConverseErrorPayload {
  const error = redact(message);
  return ConverseErrorPayload.parse({
    error: error.length > LONGEST_ERROR ? `${error.slice(0, LONGEST_ERROR)} …` : error,
    code: contractCode(code),
    provider: details["provider"],
    model: details["model"],
    retry_after: details["retryAfterSeconds"],
    max_tokens: details["maxTokens"],
    provided_tokens: details["providedTokens"],
    suggestions: details["suggestions"],
  });
}

function contractCode(code: string): ConverseErrorCode {
  const known = CONVERSE_ERROR_CODES.find((candidate) => candidate === code);
  return known ?? TRANSLATED[code] ?? "API_ERROR";
}
