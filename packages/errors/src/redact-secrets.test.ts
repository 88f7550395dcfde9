import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createRedactor } from "./redact-secrets.ts";

const secret = fc.oneof(
  fc.string({ minLength: 6, maxLength: 40 }),
  fc.string({ minLength: 6, maxLength: 40, unit: "binary" }),
  fc.string({
    minLength: 6,
    maxLength: 12,
    unit: fc.constantFrom("*", "[", "]", "r", "e", "d", "a"),
  }),
  fc
    .array(fc.integer({ min: 0xd7f0, max: 0xe010 }), { minLength: 6, maxLength: 20 })
    .map((units) => String.fromCharCode(...units)),
);

function jsonEscaped(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function percentEncoded(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\uFFFD"));
}

describe("createRedactor", () => {
  test("replaces a secret wherever it stands", () => {
    const redact = createRedactor(["sk-proj-123456"]);
    expect(redact("key=sk-proj-123456; again sk-proj-123456.")).toBe(
      "key=[redacted]; again [redacted].",
    );
  });

  test("hides the spellings that URLs, forms and JSON give to a secret", () => {
    const redact = createRedactor(['p/a s"é+1']);
    const spellings = [
      'p/a s"é+1',
      "p%2Fa%20s%22%C3%A9%2B1",
      "p%2fa%20s%22%c3%a9%2b1",
      "p%2Fa+s%22%C3%A9%2B1",
      'p/a s\\"é+1',
      'p\\/a s\\"é+1',
      'p/a s\\"\\u00e9+1',
    ];
    expect(spellings.map(redact)).toEqual(spellings.map(() => "[redacted]"));
  });

  test("leaves text alone when there is no secret worth hiding", () => {
    const redact = createRedactor([undefined, "", "short"]);
    expect(redact("a short text")).toBe("a short text");
  });

  test("hides the longer of two secrets whole", () => {
    const redact = createRedactor(["secret-1", "secret-1-extended"]);
    expect(redact("secret-1-extended and secret-1")).toBe("[redacted] and [redacted]");
  });

  test("does not bring a secret back by its own mask", () => {
    const redact = createRedactor(["redact", "abcdef", "***xyz"]);
    expect(redact("abcdef, redact, abcdefxyz")).not.toMatch(/redact|abcdef|\*\*\*xyz/);
  });

  test("lets no secret of six or more units survive, in any spelling", () => {
    const secrets = fc.array(secret, { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(secrets, fc.array(fc.string(), { maxLength: 4 }), (values, surroundings) => {
        const redact = createRedactor(values);
        const text = values
          .flatMap((value) => [value, jsonEscaped(value), percentEncoded(value)])
          .flatMap((value, index) => [surroundings[index % 4] ?? "", value])
          .join("");
        const redacted = redact(text);
        for (const value of values) {
          expect(redacted).not.toContain(value);
          expect(redacted).not.toContain(jsonEscaped(value));
          expect(redacted).not.toContain(percentEncoded(value));
        }
      }),
    );
  });

  test("changes nothing in text that holds no secret", () => {
    const digits = fc.string({ minLength: 6, unit: fc.constantFrom(..."0123456789") });
    const letters = fc.string({ unit: fc.constantFrom(..."abc %\\/é") });
    fc.assert(
      fc.property(digits, letters, (value, text) => {
        expect(createRedactor([value])(text)).toBe(text);
      }),
    );
  });
});
