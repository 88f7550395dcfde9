import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseRetryAfter } from "./parse-retry-after.ts";

const NOW = Date.parse("2026-03-01T12:00:00Z");

const retryInfo = (retryDelay: unknown) =>
  JSON.stringify({
    error: {
      code: 429,
      status: "RESOURCE_EXHAUSTED",
      details: [
        { "@type": "type.googleapis.com/google.rpc.Help" },
        { "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay },
      ],
    },
  });

describe("parseRetryAfter", () => {
  test.each([
    ["seconds", { "retry-after": "20" }, "", 20_000],
    ["a fraction of seconds", { "retry-after": "0.25" }, "", 250],
    ["a date", { "retry-after": "Sun, 01 Mar 2026 12:01:30 GMT" }, "", 90_000],
    ["a date in the past", { "retry-after": "Sun, 01 Mar 2026 11:00:00 GMT" }, "", 0],
    ["milliseconds", { "retry-after-ms": "1500", "retry-after": "9" }, "", 1_500],
    ["Google's RetryInfo", {}, retryInfo("3.5s"), 3_500],
    ["Google's RetryInfo in a list", {}, `[${retryInfo("34.074824224s")}]`, 34_075],
    ["the header before RetryInfo", { "retry-after": "2" }, retryInfo("9s"), 2_000],
  ])("reads %s", (_, headers, body, expected) => {
    expect(parseRetryAfter(headers, body, NOW)).toBe(expected);
  });

  test.each([
    ["nothing", {}, ""],
    ["words", { "retry-after": "soon" }, ""],
    ["a negative number", { "retry-after": "-5" }, ""],
    ["a number that is none", { "retry-after": "1e9" }, ""],
    ["a date that is none", { "retry-after": "Sun, 99 Foo 2026" }, ""],
    ["a RetryInfo without unit", {}, retryInfo("3.5")],
    ["a RetryInfo of another type", {}, retryInfo(3.5)],
    ["a body that is not JSON", {}, "<html>retryDelay: 3s</html>"],
  ])("makes nothing of %s", (_, headers, body) => {
    expect(parseRetryAfter(headers, body, NOW)).toBeUndefined();
  });

  test("reads back any number of seconds, in the header and in RetryInfo", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), (milliseconds) => {
        const seconds = String(milliseconds / 1000);
        expect(parseRetryAfter({ "retry-after": seconds }, "", NOW)).toBe(milliseconds);
        expect(parseRetryAfter({}, retryInfo(`${seconds}s`), NOW)).toBe(milliseconds);
      }),
    );
  });

  test("reads back any date to the second, and never asks for less than nothing", () => {
    fc.assert(
      fc.property(fc.integer({ min: -100_000, max: 100_000 }), (seconds) => {
        const date = new Date(NOW + seconds * 1000).toUTCString();
        expect(parseRetryAfter({ "retry-after": date }, "", NOW)).toBe(Math.max(0, seconds * 1000));
      }),
    );
  });

  test("gives a whole number of milliseconds or nothing for any text whatever", () => {
    fc.assert(
      fc.property(fc.string(), fc.oneof(fc.string(), fc.json()), (header, body) => {
        const parsed = parseRetryAfter({ "retry-after": header }, body, NOW);
        expect(parsed === undefined || (Number.isSafeInteger(parsed) && parsed >= 0)).toBe(true);
      }),
    );
  });
});
