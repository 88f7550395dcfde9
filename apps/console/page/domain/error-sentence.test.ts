import { describe, expect, test } from "vitest";
import { errorSentence } from "./error-sentence.ts";

describe("the sentence of an error", () => {
  test.each([
    [{ status: "error", message: "Wait an hour.", code: "PI1_VIOLATION" }, "Wait an hour."],
    [{ error: "No model is configured.", code: "PROVIDER_UNAVAILABLE" }, "No model is configured."],
    [{ error: { type: "Timeout", message: "It took too long." } }, "It took too long."],
    [
      { code: "E-X", message: "Not found.", hint: "List them first." },
      "Not found. List them first.",
    ],
    [{ error: "", status: "failed", details: "thought is missing" }, "thought is missing"],
  ])("is taken from %j", (structured, sentence) => {
    expect(errorSentence(structured, JSON.stringify(structured))).toBe(sentence);
    expect(errorSentence(undefined, JSON.stringify(structured))).toBe(sentence);
  });

  test.each(["Plain words.", "{ not JSON", "{}"])("is the text itself in %j", (text) => {
    expect(errorSentence(undefined, text)).toBe(text);
  });
});
