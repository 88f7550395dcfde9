import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { endOfPrefix, namespaceOf, normaliseTags } from "./blackboard-key.ts";
import { refuseFailingEntries } from "./bulk-failure.ts";
import { countVotes } from "./count-votes.ts";
import { cursorNumber, decodeCursor, encodeCursor } from "./cursor.ts";
import { decayed } from "./decay.ts";
import { desiredWorkers } from "./desired-workers.ts";
import { inParts } from "./in-parts.ts";

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

test("a batch is refused with every entry that is to blame", () => {
  const entries = ["a:1", ".", "a:1", "..:x", "b"].map((key) => ({ key }));
  expect(() => refuseFailingEntries(entries)).toThrow(
    'Nothing was done. [1] "." cannot be an id: no URI can hold it.; [2] the key "a:1" is in entries[0] already; [3] ".." cannot be an id: no URI can hold it.',
  );
  expect(() => refuseFailingEntries([{ key: "a:1" }, { key: "a:2" }])).not.toThrow();
});

test("tags are lowercase, sorted, and there once", () => {
  expect(normaliseTags(["B", " a ", "b", ""])).toEqual(["a", "b"]);
});

test("a winner does not depend on the order of the votes", () => {
  const vote = fc.record({
    choice: fc.constantFrom("a", "b", "c"),
    weight: fc.integer({ min: 0, max: 4 }),
  });
  const mode = fc.constantFrom("majority" as const, "weighted" as const);
  fc.assert(
    fc.property(
      fc.array(vote, { minLength: 1, maxLength: 9 }),
      mode,
      fc.nat(),
      (cast, how, turn) => {
        const votes = cast.map((one, index) => ({ ...one, voter: `v${index}` }));
        const turned = [
          ...votes.slice(turn % votes.length),
          ...votes.slice(0, turn % votes.length),
        ];
        expect(countVotes({ votes: turned, mode: how })).toEqual(countVotes({ votes, mode: how }));
      },
    ),
  );
});

test("a mark halves with each half-life", () => {
  expect(decayed(8, 2_000, 1_000)).toBe(2);
  expect(decayed(8, -5, 1_000)).toBe(8);
});

test("workers follow the backlog within their bounds", () => {
  const bounds = { min: 1, max: 4, perWorker: 2 };
  expect([0, 1, 5, 99].map((backlog) => desiredWorkers(backlog, bounds))).toEqual([1, 1, 3, 4]);
});

test("parts hold everything in order, in few sizes", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(), { maxLength: 400 }), (items) => {
      const parts = [...inParts(items)];
      expect(parts.flat()).toEqual(items);
      for (const { length } of parts) expect([1, 4, 16, 64]).toContain(length);
    }),
  );
});

test("cursors come back as they were, and others are refused", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (place) => {
      expect(decodeCursor(encodeCursor(place))).toBe(place);
    }),
  );
  for (const foreign of ["", "***", "YWJj"])
    expect(() => decodeCursor(foreign)).toThrow("next_cursor");
  expect(cursorNumber("12")).toBe(12);
  for (const foreign of ["", "-1", "1e3", "x"])
    expect(() => cursorNumber(foreign)).toThrow("next_cursor");
});
