import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { endOfPrefix, namespaceOf, normaliseTags } from "./blackboard-key.ts";

describe("a key's namespace", () => {
  test.each([
    ["a:b/c", "a"],
    ["a/b|c", "a"],
    ["a|b", "a"],
    ["plain", "plain"],
    ["x/y:z", "x/y"],
    [":odd", ":odd"],
  ])("of %s is %s", (key, namespace) => expect(namespaceOf(key)).toBe(namespace));
});

test("what begins with a prefix is what comes from it on and before its end, byte by byte", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", "\ud7ff", "\ue000", "\u{10ffff}") });
  const order = (left: string, right: string) =>
    Buffer.compare(Buffer.from(left), Buffer.from(right));
  fc.assert(
    fc.property(text, text, (prefix, key) => {
      const end = endOfPrefix(prefix);
      const isWithin = order(prefix, key) <= 0 && (end === undefined || order(key, end) < 0);
      expect(isWithin).toBe(key.startsWith(prefix));
    }),
  );
});

test("tags are lowercase, sorted, and there once", () => {
  expect(normaliseTags(["B", " a ", "b", ""])).toEqual(["a", "b"]);
});
