import { expect, test } from "vitest";
import { parseEndpoints } from "./parse-endpoints.ts";

test.each([
  [["http://a"], undefined, [{ name: "compatible", baseUrl: "http://a", apiKey: undefined }]],
  [["http://a"], "key=with=equals", [{ name: "compatible", apiKey: "key=with=equals" }]],
  [
    ["Ollama=http://a?x=1", "http://b"],
    "bare",
    [
      { name: "ollama", baseUrl: "http://a?x=1", apiKey: "bare" },
      { name: "compatible-2", baseUrl: "http://b", apiKey: undefined },
    ],
  ],
  [
    ["a=http://a", "b=http://b"],
    "b=second",
    [
      { name: "a", apiKey: undefined },
      { name: "b", apiKey: "second" },
    ],
  ],
  [[], "key", []],
])("%j with the key %j", (addresses, keys, expected) => {
  expect(parseEndpoints(addresses, keys)).toMatchObject(expected);
});

test.each([[["openai=http://a"]], [["a=http://a", "A=http://b"]], [["CLI=http://a"]]])(
  "refuses the names in %j",
  (addresses) => {
    expect(() => parseEndpoints(addresses, undefined)).toThrow("COMPATIBLE_BASE_URL");
  },
);
