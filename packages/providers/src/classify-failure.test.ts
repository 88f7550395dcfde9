import { describe, expect, test } from "vitest";
import { classifyFailure } from "./classify-failure.ts";
import { HttpFailure } from "./http-failure.ts";

const NOW = Date.parse("2026-03-01T12:00:00Z");

function classify(status: number, body: unknown, headers = {}) {
  const bodyText = typeof body === "string" ? body : JSON.stringify(body);
  const failure = new HttpFailure("http", `HTTP ${status}`, { status, headers, bodyText });
  return classifyFailure(failure, { provider: "vendor", model: "some-model", now: NOW });
}

const openai = (error: object) => ({ error: { message: "", type: "", code: null, ...error } });
const anthropic = (type: string, message = "") => ({ type: "error", error: { type, message } });
const google = (status: string, message = "", details: object[] = []) => ({
  error: { code: 0, message, status, details },
});
const quota = (quotaId: string) => ({
  "@type": "type.googleapis.com/google.rpc.QuotaFailure",
  violations: [{ quotaMetric: "requests", quotaId }],
});

describe("classifyFailure", () => {
  test.each<[string, number, unknown, string]>([
    ["OpenAI's bad key", 401, openai({ code: "invalid_api_key" }), "PROVIDER_UNAVAILABLE"],
    ["OpenAI's missing model", 404, openai({ code: "model_not_found" }), "MODEL_NOT_FOUND"],
    ["OpenAI's rate limit", 429, openai({ code: "rate_limit_exceeded" }), "RATE_LIMIT_EXCEEDED"],
    ["OpenAI's quota", 429, openai({ code: "insufficient_quota" }), "QUOTA_EXCEEDED"],
    ["OpenAI's quota by type", 429, openai({ type: "insufficient_quota" }), "QUOTA_EXCEEDED"],
    [
      "OpenAI's overflow",
      400,
      openai({ code: "context_length_exceeded" }),
      "CONTEXT_LENGTH_EXCEEDED",
    ],
    ["OpenAI's policy", 400, openai({ code: "content_policy_violation" }), "SAFETY_ERROR"],
    ["OpenAI's invalid prompt", 400, openai({ code: "invalid_prompt" }), "SAFETY_ERROR"],
    [
      "a parameter that the model refuses",
      400,
      openai({
        message: "Unsupported parameter: 'temperature' is not supported with this model.",
        code: "unsupported_parameter",
      }),
      "INVALID_INPUT",
    ],
    ["OpenAI's failure", 500, openai({ type: "server_error" }), "API_ERROR"],
    ["OpenAI's outage", 503, openai({ message: "overloaded" }), "PROVIDER_UNAVAILABLE"],
    [
      "xAI's bad key",
      400,
      { code: "Client specified an invalid argument", error: "Incorrect API key provided: xa***" },
      "PROVIDER_UNAVAILABLE",
    ],
    [
      "xAI's missing model",
      404,
      { code: "Some requested entity was not found", error: "The model x does not exist." },
      "MODEL_NOT_FOUND",
    ],
    [
      "xAI's spent credits",
      403,
      { code: "", error: "Your team has either used all available credits or reached its limit." },
      "QUOTA_EXCEEDED",
    ],
    [
      "xAI's refusal",
      403,
      { code: "", error: "Content violates usage guidelines. Failed check: SAFETY_CHECK" },
      "SAFETY_ERROR",
    ],
    ["Anthropic's bad key", 401, anthropic("authentication_error"), "PROVIDER_UNAVAILABLE"],
    ["Anthropic's missing model", 404, anthropic("not_found_error", "model: x"), "MODEL_NOT_FOUND"],
    ["Anthropic's rate limit", 429, anthropic("rate_limit_error"), "RATE_LIMIT_EXCEEDED"],
    ["Anthropic's overload", 529, anthropic("overloaded_error"), "PROVIDER_UNAVAILABLE"],
    [
      "Anthropic's spent credit",
      400,
      anthropic("invalid_request_error", "Your credit balance is too low"),
      "QUOTA_EXCEEDED",
    ],
    [
      "Anthropic's overflow",
      400,
      anthropic("invalid_request_error", "prompt is too long: 210000 tokens > 200000 maximum"),
      "CONTEXT_LENGTH_EXCEEDED",
    ],
    ["Anthropic's large request", 413, anthropic("request_too_large"), "CONTEXT_LENGTH_EXCEEDED"],
    [
      "Google's bad key",
      400,
      google("INVALID_ARGUMENT", "API key not valid.", [{ reason: "API_KEY_INVALID" }]),
      "PROVIDER_UNAVAILABLE",
    ],
    [
      "Google's missing model",
      404,
      google("NOT_FOUND", "models/x is not found for API version v1beta"),
      "MODEL_NOT_FOUND",
    ],
    [
      "Google's limit per minute",
      429,
      google("RESOURCE_EXHAUSTED", "You exceeded your current quota, please check your plan.", [
        quota("GenerateRequestsPerMinutePerProjectPerModel-FreeTier"),
      ]),
      "RATE_LIMIT_EXCEEDED",
    ],
    [
      "Google's limit per day",
      429,
      google("RESOURCE_EXHAUSTED", "You exceeded your current quota, please check your plan.", [
        quota("GenerateRequestsPerDayPerProjectPerModel-FreeTier"),
      ]),
      "QUOTA_EXCEEDED",
    ],
    ["OpenRouter's empty account", 402, openai({ code: 402 }), "QUOTA_EXCEEDED"],
    [
      "OpenRouter's missing model",
      400,
      openai({ message: "x is not a valid model ID" }),
      "MODEL_NOT_FOUND",
    ],
    ["Ollama's missing model", 404, { error: "model 'x' not found" }, "MODEL_NOT_FOUND"],
    [
      "llama.cpp's overflow",
      400,
      openai({ type: "exceed_context_size_error" }),
      "CONTEXT_LENGTH_EXCEEDED",
    ],
    ["a wrong base URL", 404, "<html>404 page not found</html>", "API_ERROR"],
    ["a redirect", 301, "", "API_ERROR"],
    ["a request timeout", 408, "", "TIMEOUT"],
    ["a gateway's timeout", 504, "<html>", "TIMEOUT"],
    ["a bad gateway", 502, "<html>", "PROVIDER_UNAVAILABLE"],
    ["a conflict", 409, "", "API_ERROR"],
    [
      "a forbidden country",
      403,
      openai({ message: "Country not supported" }),
      "PROVIDER_UNAVAILABLE",
    ],
    ["a plain bad request", 400, "", "INVALID_INPUT"],
    ["an unprocessable request", 422, { detail: "bad" }, "INVALID_INPUT"],
  ])("knows %s", (_, status, body, code) => {
    expect(classify(status, body).code).toBe(code);
  });

  test.each([
    ["408", 408, {}, true],
    ["409", 409, {}, false],
    ["429", 429, {}, true],
    ["500", 500, {}, true],
    ["529", 529, {}, true],
    ["a spent quota", 429, openai({ code: "insufficient_quota" }), false],
    ["400", 400, {}, false],
    ["401", 401, {}, false],
    ["403", 403, {}, false],
    ["404", 404, {}, false],
    ["413", 413, {}, false],
    ["422", 422, {}, false],
  ])("says whether %s is worth another try", (_, status, body, retry) => {
    expect(classify(status, body).retry).toBe(retry);
  });

  test.each([
    ["network", "PROVIDER_UNAVAILABLE", true],
    ["tls", "PROVIDER_UNAVAILABLE", false],
    ["garbage", "API_ERROR", false],
    ["oversized", "API_ERROR", false],
    ["empty", "NO_RESPONSE_CONTENT", false],
  ] as const)("knows a failure of kind %s", (kind, code, retry) => {
    const failure = new HttpFailure(kind, "ECONNREFUSED");
    const found = classifyFailure(failure, { provider: "vendor", now: NOW });
    expect({ code: found.code, retry: found.retry, details: found.details }).toEqual({
      code,
      retry,
      details: { provider: "vendor" },
    });
  });

  test("passes on when to come back, in whole seconds", () => {
    expect(classify(429, {}, { "retry-after-ms": "1200" })).toMatchObject({
      retryAfterMs: 1_200,
      details: { provider: "vendor", status: 429, retryAfterSeconds: 2 },
    });
  });

  test.each([
    [
      "OpenAI",
      "This model's maximum context length is 128000 tokens. However, your messages resulted in 150000 tokens.",
      { maxTokens: 128_000, providedTokens: 150_000 },
    ],
    [
      "OpenAI's Responses API",
      "Your input exceeds the context window of this model. Please adjust your input and try again.",
      {},
    ],
    [
      "xAI",
      "This model's maximum prompt length is 131072 but the request contains 140001 tokens.",
      { maxTokens: 131_072, providedTokens: 140_001 },
    ],
    [
      "Google",
      "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
      { maxTokens: 1_048_576, providedTokens: 1_200_000 },
    ],
    [
      "Anthropic",
      "prompt is too long: 210000 tokens > 200000 maximum",
      { maxTokens: 200_000, providedTokens: 210_000 },
    ],
    [
      "Anthropic with the answer's share",
      "input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000, decrease it",
      { maxTokens: 200_000, providedTokens: 210_000 },
    ],
    [
      "OpenRouter",
      "This endpoint's maximum context length is 131072 tokens. However, you requested about 150123 tokens (149000 of text input, 1123 in the output).",
      { maxTokens: 131_072, providedTokens: 150_123 },
    ],
    [
      "llama.cpp",
      "request (12345 tokens) exceeds the available context size (8192 tokens), try increasing it",
      { maxTokens: 8_192, providedTokens: 12_345 },
    ],
    [
      "vLLM",
      "The decoder prompt (length 5000) is longer than the maximum model length of 4096.",
      { maxTokens: 4_096, providedTokens: 5_000 },
    ],
  ])("reads the window and the excess from the words of %s", (_, message, limits) => {
    const found = classify(400, openai({ message, code: "context_length_exceeded" }));
    expect(found.details).toEqual({ provider: "vendor", status: 400, ...limits });
  });

  test.each([
    [
      "rate limit",
      429,
      {},
      "OpenAI rate limit exceeded. Wait before the next call or use another model.",
    ],
    [
      "overflow",
      400,
      openai({ code: "context_length_exceeded" }),
      "Context length exceeded for model o3. Send less text or use a model with a larger window.",
    ],
    [
      "missing model",
      404,
      openai({ code: "model_not_found" }),
      "Model not found: o3. OpenAI does not know it, or this key may not use it.",
    ],
    [
      "bad key",
      401,
      {},
      "Provider not available. Check API key configuration. OpenAI refused the key (HTTP 401): is it valid, and may it use the model o3?",
    ],
  ])("begins with the contract's sentence: %s", (_, status, body, message) => {
    const failure = new HttpFailure("http", "", { status, bodyText: JSON.stringify(body) });
    const found = classifyFailure(failure, { provider: "openai", model: "o3", now: NOW });
    expect(found.message).toBe(message);
  });

  test("says it in its own words and quotes the vendor's, redacted and then cut, in one line", () => {
    const message = `Your organization "acme"\n must be verified. Key: sk-secret-1 ${"x".repeat(400)} sk-secret-1`;
    const failure = new HttpFailure("http", "", {
      status: 400,
      bodyText: JSON.stringify(openai({ message })),
    });
    const redact = (text: string) => text.replaceAll("sk-secret-1", "[redacted]");
    const found = classifyFailure(failure, { provider: "vendor", model: "m", now: NOW, redact });
    expect(found.message).toBe(
      `vendor did not accept the request for the model m (HTTP 400). Its own words: "Your organization 'acme' must be verified. Key: [redacted] ${"x".repeat(241)}…"`,
    );
  });

  test.each([
    [403, "Country not supported", "does not allow this (HTTP 403)"],
    [403, "Your API key has expired, api key expired", "refused the key (HTTP 403)"],
  ])("tells a 403 about a key from one about anything else: %s %s", (status, message, expected) => {
    expect(classify(status, openai({ message })).message).toContain(expected);
  });

  test("does not quote a page that a proxy sent", () => {
    const failure = new HttpFailure("http", "", { status: 400, bodyText: "<html>Blocked</html>" });
    const found = classifyFailure(failure, { provider: "vendor", model: "m", now: NOW });
    expect(found.message).not.toContain("own words");
  });
});
