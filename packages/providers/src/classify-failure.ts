import { failureMessage } from "./failure-message.ts";
import type { HttpFailure } from "./http-failure.ts";
import { parseRetryAfter } from "./parse-retry-after.ts";
import type { ProviderErrorCode, ProviderErrorDetails } from "./provider-error.ts";
import { readContextLimits } from "./read-context-limits.ts";
import { readVendorError, type VendorError } from "./vendor-error.ts";

export type FailureClass = {
  code: ProviderErrorCode;
  /** Our own words; the vendor's stay in the error's cause. */
  message: string;
  details: ProviderErrorDetails;
  retry: boolean;
  retryAfterMs?: number | undefined;
};

export type FailureContext = { provider: string; model?: string | undefined; now: number };

/** The one error table: what a failed exchange means to the caller, whichever vendor it was. */
export function classifyFailure(failure: HttpFailure, context: FailureContext): FailureClass {
  const vendorError = readVendorError(failure.bodyText);
  const code = codeOf(failure, vendorError);
  const retryAfterMs = parseRetryAfter(failure.headers, failure.bodyText, context.now);
  const { status } = failure;
  return {
    code,
    message: failureMessage(code, failure, context),
    details: {
      provider: context.provider,
      ...(status !== undefined && { status }),
      ...(retryAfterMs !== undefined && { retryAfterSeconds: Math.ceil(retryAfterMs / 1000) }),
      ...(code === "CONTEXT_LENGTH_EXCEEDED" && readContextLimits(vendorError.message)),
    },
    retry: isRetryable(failure) && code !== "QUOTA_EXCEEDED",
    retryAfterMs,
  };
}

function isRetryable({ kind, status = 0 }: HttpFailure): boolean {
  if (kind === "network") return true;
  return kind === "http" && (status === 408 || status === 429 || status >= 500);
}

const KEY_MARKS = /api_key_invalid|invalid_api_key|authentication_error|unauthenticated/;
const KEY_WORDS = /api[ _]key (not valid|expired|not found)|(invalid|incorrect) api[ _]key/i;
const QUOTA_MARKS =
  /insufficient_quota|billing|perday|payment_required|usage_(limit|exceeded)|spending_limit/;
const QUOTA_WORDS =
  /exceeded your (current|monthly) quota|credit balance|insufficient (credit|balance|funds)|(no|any|out of|available) credits|credits are depleted|spending limit|(add|purchase) (more )?credits/i;
const CONTEXT_MARKS = /context_length_exceeded|exceed_context_size|string_above_max_length/;
const CONTEXT_WORDS =
  /context (length|window|size|limit)|maximum prompt length|prompt is too long|input token count|maximum model length/i;
const SAFETY_MARKS =
  /content_policy|content_filter|responsibleai|safety|prohibited_content|moderation|invalid_prompt/;
const SAFETY_WORDS =
  /content (policy|filter)|safety (system|filter|settings|check)|flagged (as|for|by)|usage (policy|policies|guidelines)|moderation/i;
const MODEL_MARKS = /model_not_found|model_not_available|deployment_?notfound/;
const MODEL_WORDS =
  /models?\b[^\n]{0,120}\b(not found|does ?n[o']t exist|not available|decommissioned|is not a valid model|has been (deprecated|retired|removed))|(no such|unknown|invalid|not a valid) model|no endpoints found/i;

function codeOf(failure: HttpFailure, error: VendorError): ProviderErrorCode {
  const { kind, status = 0 } = failure;
  if (kind === "network" || kind === "tls") return "PROVIDER_UNAVAILABLE";
  if (kind === "empty") return "NO_RESPONSE_CONTENT";
  if (kind !== "http") return "API_ERROR";
  const says = (marks: RegExp, words?: RegExp) =>
    error.marks.some((mark) => marks.test(mark)) || (words?.test(error.message) ?? false);

  if (says(/overloaded/)) return "PROVIDER_UNAVAILABLE";
  if (status === 402) return "QUOTA_EXCEEDED";
  if (status === 429) return isQuota(error) ? "QUOTA_EXCEEDED" : "RATE_LIMIT_EXCEEDED";
  if (status === 408 || status === 504) return "TIMEOUT";
  if (status >= 500) return status === 500 ? "API_ERROR" : "PROVIDER_UNAVAILABLE";
  if (says(KEY_MARKS, KEY_WORDS)) return "PROVIDER_UNAVAILABLE";
  if (isQuota(error)) return "QUOTA_EXCEEDED";
  if (says(SAFETY_MARKS)) return "SAFETY_ERROR";
  if (says(CONTEXT_MARKS, CONTEXT_WORDS) || status === 413) return "CONTEXT_LENGTH_EXCEEDED";
  if (says(MODEL_MARKS, MODEL_WORDS)) return "MODEL_NOT_FOUND";
  if (says(SAFETY_MARKS, SAFETY_WORDS)) return "SAFETY_ERROR";
  if (status === 401 || status === 403) return "PROVIDER_UNAVAILABLE";
  if (status === 404 && says(/not_found/, /model/i)) return "MODEL_NOT_FOUND";
  return status === 400 || status === 422 ? "INVALID_INPUT" : "API_ERROR";
}

/** Google says "exceeded your current quota" for a limit per minute too: there only the quota's id tells. */
function isQuota({ marks, message }: VendorError): boolean {
  if (marks.some((mark) => QUOTA_MARKS.test(mark))) return true;
  if (marks.some((mark) => /perminute|persecond/.test(mark))) return false;
  return QUOTA_WORDS.test(message);
}
