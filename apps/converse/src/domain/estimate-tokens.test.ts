import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  beginningOf,
  estimateJsonTokens,
  estimateTokens,
  MOST_TOKENS_PER_UNIT,
} from "./estimate-tokens.ts";

const unit = fc.constantFrom("a", "B", "7", " ", "\n", "-", '"', "é", "文", "😀", "\u0001");

describe("estimateTokens", () => {
  // The second figure is the count of o200k, the tokenizer of OpenAI's current models.
  test.each([
    ["Ask an AI model, with files and images as context; go on by continuation_id.", 18],
    ["export const settings = { requestTimeoutMs: 300_000, cache: 'auto' };", 20],
    ['{"code":"PROVIDER_UNAVAILABLE","retry_after":60,"max_tokens":128000}', 19],
    ["Wir empfehlen, die Datenbankverbindung über einen Verbindungspool zu führen.", 16],
    ["Мы рекомендуем использовать микросервисную архитектуру.", 11],
    ["在这种情况下，我们建议使用微服务架构来提高系统的可扩展性。", 19],
    ["3.14159265358979", 7],
    ["", 0],
  ])("is not below the true count of %j, and not far above", (text, tokens) => {
    expect(estimateTokens(text)).toBeGreaterThanOrEqual(tokens);
    expect(estimateTokens(text)).toBeLessThanOrEqual(tokens * 2.2);
  });

  test("never shrinks when a text grows, and is never more than the bytes", () => {
    fc.assert(
      fc.property(fc.string({ unit }), fc.string({ unit }), (text, more) => {
        expect(estimateTokens(text + more)).toBeGreaterThanOrEqual(estimateTokens(text));
        expect(estimateTokens(text)).toBeLessThanOrEqual(
          Math.ceil(text.length * MOST_TOKENS_PER_UNIT),
        );
        expect(estimateJsonTokens(text)).toBeGreaterThanOrEqual(estimateTokens(text));
      }),
    );
  });
});

describe("estimateJsonTokens", () => {
  test("is not below the estimate of the JSON itself", () => {
    fc.assert(
      fc.property(fc.string({ unit }), (value) => {
        const quotes = 2;
        expect(estimateTokens(JSON.stringify(value))).toBeLessThanOrEqual(
          estimateJsonTokens(value) + quotes,
        );
      }),
    );
  });
});

describe("beginningOf", () => {
  test("is a beginning within the tokens, as long as can be, and never half a character", () => {
    const text = fc.string({ unit: "grapheme", maxLength: 200 });
    fc.assert(
      fc.property(text, fc.nat(60), (whole, tokens) => {
        const beginning = beginningOf(whole, tokens);
        expect(whole.startsWith(beginning)).toBe(true);
        expect(estimateJsonTokens(beginning)).toBeLessThanOrEqual(tokens);
        expect(Buffer.from(beginning).toString()).toBe(beginning);
        if (beginning !== whole) {
          const [next = ""] = whole.slice(beginning.length);
          expect(estimateJsonTokens(beginning + next)).toBeGreaterThan(tokens);
        }
      }),
    );
  });
});
