import fc from "fast-check";
import { expect, test } from "vitest";
import { LineAssembler } from "./line-assembler.ts";

function assemble(chunks: readonly Buffer[], longest?: number): string[] {
  const assembler = new LineAssembler(longest);
  const lines = chunks.flatMap((chunk) => assembler.push(chunk));
  const rest = assembler.rest();
  return rest === undefined ? lines : [...lines, rest];
}

function cut(bytes: Buffer, places: readonly number[]): Buffer[] {
  const ends = [...new Set(places.map((place) => place % (bytes.length + 1)))].toSorted(
    (a, b) => a - b,
  );
  return [...ends, bytes.length].map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
}

test("lines do not depend on how the bytes come in", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.array(fc.nat()), (text, places) => {
      const clean = text.replaceAll("\r", "");
      const expected = clean.split("\n");
      if (expected.at(-1) === "") expected.pop();
      expect(assemble(cut(Buffer.from(clean), places))).toEqual(expected);
    }),
  );
});

test("a long line is cut between characters, and nothing of it is lost", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "binary", minLength: 1 }),
      fc.integer({ min: 4, max: 9 }),
      fc.array(fc.nat()),
      (text, longest, places) => {
        const line = text.replaceAll(/[\r\n]/g, "");
        const parts = assemble(cut(Buffer.from(line), places), longest);
        expect(parts.join("")).toBe(line);
        for (const part of parts) expect(Buffer.byteLength(part)).toBeLessThanOrEqual(longest);
      },
    ),
  );
});

test("what is no UTF-8 is replaced, and a carriage return before the newline dropped", () => {
  expect(assemble([Buffer.from([0xff, 0x41, 0x0d, 0x0a, 0xe2, 0x82])])).toEqual([
    "\ufffdA",
    "\ufffd",
  ]);
});
