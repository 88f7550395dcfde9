import type { Redactor } from "@faculties/errors";
import type { HttpFailure } from "./http-failure.ts";
import { parseRetryAfter } from "./parse-retry-after.ts";
import type { ProviderErrorCode, ProviderErrorDetails } from "./provider-error.ts";
import { providerTitle } from "./provider-settings.ts";
import { readVendorError, type VendorError, vendorSentence } from "./vendor-error.ts";

type FailureClass = {
  code: ProviderErrorCode;
  /** Our own words; the vendor's are in the cause of the error. */
  message: string;
  details: ProviderErrorDetails;
  retry: boolean;
  retryAfterMs?: number | undefined;
};

type FailureContext = {
  provider: string;
  model?: string | undefined;
  now: number;
  redact?: Redactor | undefined;
};

/** The error table of all vendors: turns a failed exchange into a code and a message for the caller. */
export function classifyFailure(failure: HttpFailure, context: FailureContext): FailureClass {
  const vendorError = readVendorError(failure.bodyText);
  const code = codeOf(failure, vendorError);
  const retryAfterMs = parseRetryAfter(failure.headers, failure.bodyText, context.now);
  const { status } = failure;
  return {
    code,
    message: failureMessage(code, failure, context) + quoted(code, failure, vendorError, context),
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

/** Google says "exceeded your current quota" for limits per minute too; only the quota's id tells them apart. */
function isQuota({ marks, message }: VendorError): boolean {
  if (marks.some((mark) => QUOTA_MARKS.test(mark))) return true;
  if (marks.some((mark) => /perminute|persecond/.test(mark))) return false;
  return QUOTA_WORDS.test(message);
}

/** The numbers and waits of these are read out of the vendor's words already. */
const SELF_EXPLAINING = new Set<ProviderErrorCode>([
  "RATE_LIMIT_EXCEEDED",
  "CONTEXT_LENGTH_EXCEEDED",
  "TIMEOUT",
]);

/** The vendor's own sentence, where it can say what ours cannot: about a request that it refused for a reason of its own. */
function quoted(
  code: ProviderErrorCode,
  failure: HttpFailure,
  error: VendorError,
  { redact = (text) => text }: FailureContext,
): string {
  const { kind, status = 0 } = failure;
  const isRefusal = kind === "http" && status >= 400 && status < 500 && !isKeyProblem(failure);
  if (!isRefusal || SELF_EXPLAINING.has(code)) return "";
  const sentence = vendorSentence(error, redact);
  return sentence === undefined ? "" : ` Its own words: "${sentence}"`;
}

/** The message for the caller, in our own words, with the next step. */
function failureMessage(
  code: ProviderErrorCode,
  failure: HttpFailure,
  context: { provider: string; model?: string | undefined },
): string {
  const { kind, status } = failure;
  const provider = providerTitle(context.provider);
  const model = context.model ?? "the requested one";
  switch (code) {
    case "PROVIDER_UNAVAILABLE":
      return unavailableMessage(failure, { provider, model, isKey: isKeyProblem(failure) });
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

/** A 401 is about the key; a 403 can be about anything, such as a country, a model or an organisation. */
function isKeyProblem({ status, bodyText }: HttpFailure): boolean {
  const { marks, message } = readVendorError(bodyText);
  return status === 401 || marks.some((mark) => KEY_MARKS.test(mark)) || KEY_WORDS.test(message);
}

function unavailableMessage(
  failure: HttpFailure,
  { provider, model, isKey }: { provider: string; model: string; isKey: boolean },
): string {
  switch (failure.kind) {
    case "tls":
      return `${provider} could not be reached over TLS (${failure.message}). Check the base URL and the certificates that this machine trusts.`;
    case "network":
      return `${provider} could not be reached (${failure.message}). Check the base URL and the network.`;
    default:
      if (failure.status === 403 && !isKey)
        return `Provider not available. ${provider} does not allow this (HTTP 403): may this account use the model ${model}, from here?`;
      return failure.status === 401 || failure.status === 403 || failure.status === 400
        ? `Provider not available. Check API key configuration. ${provider} refused the key (HTTP ${failure.status}): is it valid, and may it use the model ${model}?`
        : `${provider} is overloaded or down (HTTP ${failure.status}). Try again later or use another model.`;
  }
}

type ContextLimits = { maxTokens?: number; providedTokens?: number };

const LIMIT_FORMS = [
  // Anthropic: "prompt is too long: 210000 tokens > 200000 maximum"
  /(?<provided>[\d,]{1,15}) tokens? > (?<max>[\d,]{1,15})/i,
  // Anthropic: "input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000"
  /(?<provided>[\d,]{1,15}) \+ (?<more>[\d,]{1,15}) > (?<max>[\d,]{1,15})/,
  // Google: "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576)"
  /token count \(?(?<provided>[\d,]{1,15})\)? exceeds .{0,300}?\(?(?<max>[\d,]{1,15})\)?/is,
  // OpenAI, OpenRouter, vLLM: "maximum context length is 128000 tokens. However, … 150000 tokens"; xAI: "maximum prompt length is 131072 but the request contains 140000 tokens"
  /maximum (?:context|prompt) length is (?<max>[\d,]{1,15})(?:.{0,300}?(?<provided>[\d,]{1,15}) (?:input )?tokens)?/is,
  // llama.cpp: "request (12345 tokens) exceeds the available context size (8192 tokens)"
  /\((?<provided>[\d,]{1,15}) tokens?\) exceeds .{0,300}?\((?<max>[\d,]{1,15})/is,
  // vLLM: "The decoder prompt (length 5000) is longer than the maximum model length of 4096"
  /length (?<provided>[\d,]{1,15})\) is longer than the maximum model length of (?<max>[\d,]{1,15})/i,
];

const LONGEST_SENTENCE = 4_000;

/** The window and the size of the request, from a vendor's sentence about a context overflow. */
function readContextLimits(message: string): ContextLimits {
  const sentence = message.slice(0, LONGEST_SENTENCE);
  for (const form of LIMIT_FORMS) {
    const groups = form.exec(sentence)?.groups;
    if (groups === undefined) continue;
    const maxTokens = count(groups["max"]);
    const provided = count(groups["provided"]);
    const more = count(groups["more"]) ?? 0;
    return {
      ...(maxTokens !== undefined && { maxTokens }),
      ...(provided !== undefined && { providedTokens: provided + more }),
    };
  }
  return {};
}

function count(digits: string | undefined): number | undefined {
  const value = Number(digits?.replaceAll(",", "") || Number.NaN);
  return Number.isSafeInteger(value) ? value : undefined;
}
