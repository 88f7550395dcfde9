import { CodedError } from "@faculties/errors";
import { expect, test } from "vitest";
import { errorPayload } from "./error-payload.ts";

const hide = (text: string) => text.replaceAll("sk-1", "[redacted]");

test("translates the details into the contract's names", () => {
  const error = new CodedError("CONTEXT_LENGTH_EXCEEDED", "Too long for sk-1.", {
    details: {
      provider: "openai",
      maxTokens: 10,
      providedTokens: 12,
      retryAfterSeconds: 3,
      status: 400,
    },
  });
  expect(errorPayload(error, hide)).toEqual({
    error: "Too long for [redacted].",
    code: "CONTEXT_LENGTH_EXCEEDED",
    provider: "openai",
    max_tokens: 10,
    provided_tokens: 12,
    retry_after: 3,
  });
});

test.each([
  ["INPUT_TOO_LARGE", "INVALID_INPUT", true],
  ["E-STORAGE-FULL", "API_ERROR", false],
  ["INTERNAL", "API_ERROR", false],
  ["TIMEOUT", "TIMEOUT", false],
])("%s is %s in the contract", (code, expected, isCallersFault) => {
  const error = new CodedError(code, "x", { isCallersFault });
  expect(errorPayload(error, hide).code).toBe(expected);
});
