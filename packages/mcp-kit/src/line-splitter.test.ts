import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LineSplitter } from "./line-splitter.ts";

function split(text: string, maxLineBytes: number, cuts: readonly number[] = []): string[] {
  const splitter = new LineSplitter(maxLineBytes);
  const bytes = Buffer.from(text);
  const edges = [0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].toSorted(
    (a, b) => a - b,
  );
  const lines = edges
    .slice(1)
    .flatMap((edge, index) => [...splitter.push(bytes.subarray(edges[index], edge))]);
  const rest = splitter.end();
  return [...lines, ...(rest ? [rest] : [])].map((line) =>
    line.kind === "line" ? line.bytes.toString() : `overlong ${line.head} … ${line.tail}`,
  );
}

describe("LineSplitter", () => {
  test("drops empty lines and carriage returns, and keeps an unfinished last line", () => {
    expect(split("one\r\n\n\ntwo\nthree", 100)).toEqual(["one", "two", "three"]);
  });

  test("keeps only the two ends of a line over the limit, and reads on after it", () => {
    const long = `start${"x".repeat(5_000)}end`;
    const [first, second] = split(`${long}\nnext\n`, 1_000);
    expect(first?.length).toBeLessThan(1_100);
    expect(first).toMatch(/^overlong start.*end$/);
    expect(second).toBe("next");
  });

  test("a line of exactly the limit is whole", () => {
    expect(split(`${"y".repeat(1_000)}\n`, 1_000)).toEqual(["y".repeat(1_000)]);
  });

  test("gives the same lines however the bytes are cut into chunks", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: "grapheme", maxLength: 60 })),
        fc.array(fc.nat(2_000)),
        (lines, cuts) => {
          const text = lines.map((line) => line.replaceAll(/[\r\n]/g, " ")).join("\n");
          expect(split(text, 50, cuts)).toEqual(split(text, 50));
        },
      ),
    );
  });
});
