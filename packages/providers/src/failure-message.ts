import type { HttpFailure } from "./http-failure.ts";
import type { ProviderErrorCode } from "./provider-error.ts";
import { providerTitle } from "./provider-title.ts";

/** What to tell the caller about a failure: our own words, with the next step. */
export function failureMessage(
  code: ProviderErrorCode,
  failure: HttpFailure,
  context: { provider: string; model?: string | undefined },
): string {
  const { kind, status } = failure;
  const provider = providerTitle(context.provider);
  const model = context.model ?? "the requested one";
  switch (code) {
    case "PROVIDER_UNAVAILABLE":
      return unavailableMessage(failure, provider, model);
    case "MODEL_NOT_FOUND":
      return `Model not found: ${model}. ${provider} does not know it, or this key may not use it.`;
    case "RATE_LIMIT_EXCEEDED":
      return `${provider} rate limit exceeded. Wait before the next call or use another model.`;
    case "QUOTA_EXCEEDED":
      return `The quota or credit at ${provider} is used up. Check the plan and billing there, or use another provider.`;
    case "CONTEXT_LENGTH_EXCEEDED":
      return `Context length exceeded for model ${model}. Send less text or use a model with a larger window.`;
    case "SAFETY_ERROR":
      return `${provider} refused the request on safety grounds. Rephrase it or use another model.`;
    case "TIMEOUT":
      return `${provider} timed out (HTTP ${status}). Try again or use a faster model.`;
    case "NO_RESPONSE_CONTENT":
      return `${provider} sent an empty answer. Try again or use another model.`;
    case "INVALID_INPUT":
      return `${provider} did not accept the request for the model ${model} (HTTP ${status}).`;
    case "API_ERROR":
      if (kind === "garbage") return `${provider} sent an answer that cannot be understood.`;
      if (kind === "oversized") return `${provider} sent an answer beyond the size limit.`;
      return status !== undefined && status < 500
        ? `${provider} answered with HTTP ${status}. Check the base URL.`
        : `${provider} failed with HTTP ${status}. Try again later or use another model.`;
  }
}

function unavailableMessage(failure: HttpFailure, provider: string, model: string): string {
  switch (failure.kind) {
    case "tls":
      return `${provider} could not be reached over TLS (${failure.message}). Check the base URL and the certificates that this machine trusts.`;
    case "network":
      return `${provider} could not be reached (${failure.message}). Check the base URL and the network.`;
    default:
      return failure.status === 401 || failure.status === 403 || failure.status === 400
        ? `Provider not available. Check API key configuration. ${provider} refused the key (HTTP ${failure.status}): is it valid, and may it use the model ${model}?`
        : `${provider} is overloaded or down (HTTP ${failure.status}). Try again later or use another model.`;
  }
}
