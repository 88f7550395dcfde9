import { expect, test } from "vitest";
import { openAiBaseUrl } from "./base-url.ts";

test.each([
  ["http://localhost:11434", "http://localhost:11434/v1"],
  ["http://localhost:11434/", "http://localhost:11434/v1"],
  ["http://localhost:11434/v1", "http://localhost:11434/v1"],
  ["http://localhost:11434/v1/", "http://localhost:11434/v1"],
  [" https://api.openai.com/v1/chat/completions ", "https://api.openai.com/v1"],
  ["https://gateway.example/openai", "https://gateway.example/openai/v1"],
  ["https://gateway.example/api/v4", "https://gateway.example/api/v4"],
  ["https://gateway.example/v1beta/openai/", "https://gateway.example/v1beta/openai"],
])("takes %s", (given, expected) => {
  expect(openAiBaseUrl("compatible", given)).toBe(expected);
});

test("knows the vendors' own addresses", () => {
  expect(["openai", "xai", "openrouter"].map((provider) => openAiBaseUrl(provider))).toEqual([
    "https://api.openai.com/v1",
    "https://api.x.ai/v1",
    "https://openrouter.ai/api/v1",
  ]);
});

test.each(["", "localhost:11434", "ftp://localhost", "not a url"])("refuses %j", (given) => {
  expect(() => openAiBaseUrl("compatible", given)).toThrow(
    expect.objectContaining({ code: "PROVIDER_UNAVAILABLE", details: { provider: "compatible" } }),
  );
});
