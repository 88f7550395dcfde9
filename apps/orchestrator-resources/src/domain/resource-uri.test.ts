import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  blackboardUri,
  childLogsUri,
  graphUri,
  graphVersionUri,
  parseResourceUri,
  runEventsUri,
  snapshotUri,
  sortKeyOf,
  uriOf,
} from "./resource-uri.ts";

const id = fc
  .string({ unit: "grapheme", minLength: 1 })
  .filter((text) => text !== "." && text !== "..");
const version = fc.integer({ min: 1, max: 999_999_999 });

describe("resource URIs", () => {
  test("are refused where normalising them would lose the id", () => {
    for (const step of [".", ".."]) expect(() => graphUri(step)).toThrow("no URI can hold it");
    expect(parseResourceUri("sc://graphs/%2E%2E")).toBeUndefined();
  });

  test("lead to what is listed, however an id is percent-encoded", () => {
    const everyByte = (text: string) =>
      [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
    fc.assert(
      fc.property(id, id, version, (first, second, number) => {
        const [one, two] = [everyByte(first), everyByte(second)];
        for (const [spelt, listed] of [
          [`sc://graphs/${one}`, graphUri(first)],
          [`sc://graphs/${one}@v${number}`, graphVersionUri(first, number)],
          [`sc://snapshots/${one}/${two}`, snapshotUri(first, second)],
          [`sc://runs/${one}/events`, runEventsUri(first)],
          [`sc://children/${one}/logs`, childLogsUri(first)],
          [`sc://blackboard/${one}`, blackboardUri(first)],
        ] as const) {
          const address = parseResourceUri(spelt);
          expect(address && uriOf(address)).toBe(listed);
        }
      }),
    );
  });

  test("stay the same when they are normalised", () => {
    fc.assert(
      fc.property(id, (text) => {
        expect(new URL(graphUri(text)).href).toBe(graphUri(text));
      }),
    );
  });

  test("whatever the ids, a URI names what it was made for", () => {
    fc.assert(
      fc.property(id, id, version, (first, second, number) => {
        expect(parseResourceUri(graphUri(first))).toEqual({ kind: "graph", graphId: first });
        expect(parseResourceUri(graphVersionUri(first, number))).toEqual({
          kind: "graph_version",
          graphId: first,
          version: number,
        });
        expect(parseResourceUri(snapshotUri(first, second))).toEqual({
          kind: "snapshot",
          graphId: first,
          txId: second,
        });
        expect(parseResourceUri(runEventsUri(first))).toEqual({ kind: "run_events", runId: first });
        expect(parseResourceUri(childLogsUri(first))).toEqual({
          kind: "child_logs",
          childId: first,
        });
        expect(parseResourceUri(blackboardUri(first))).toEqual({
          kind: "blackboard_namespace",
          namespace: first,
        });
      }),
    );
  });

  test("versions sort by their number", () => {
    fc.assert(
      fc.property(id, version, version, (graphId, left, right) => {
        const [leftKey, rightKey] = [left, right].map((number) =>
          sortKeyOf(graphVersionUri(graphId, number)),
        ) as [string, string];
        expect(leftKey < rightKey).toBe(left < right);
      }),
    );
  });

  test("half a character is refused", () => {
    expect(() => graphUri("\ud800")).toThrow("half a character");
  });
});
