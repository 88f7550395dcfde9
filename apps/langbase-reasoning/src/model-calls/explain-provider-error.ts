import { CodedError } from "@faculties/errors";
import type { ReasoningErrorType } from "@faculties/schemas/langbase-reasoning/reasoning-error";
import { ProviderError } from "@faculties/providers";
import { reasoningError } from "../domain/reasoning-error.ts";

/** Turns a failed model call into an error of the contract; returns any other error as it is. */
export function explainProviderError(error: unknown): unknown {
  if (!(error instanceof ProviderError)) return error;
  const { provider, status } = error.details;
  return reasoningError(typeOf(error), error.message, {
    details: { provider, code: error.code, ...(status !== undefined && { status }) },
    cause: error,
  });
}

function typeOf({ code, details: { status } }: ProviderError): ReasoningErrorType {
  if (status === undefined) {
    if (code === "TIMEOUT") return "Timeout";
    return code === "PROVIDER_UNAVAILABLE" ? "LangbaseUnavailable" : "ApiError";
  }
  const isPassing =
    status === 408 || status >= 500 || (status === 429 && code !== "QUOTA_EXCEEDED");
  return isPassing ? "LangbaseUnavailable" : "ApiError";
}

/** A failure in the words of the invocation log. */
export function failureText(error: unknown): string {
  return error instanceof CodedError ? `${error.code}: ${error.message}` : String(error);
}
