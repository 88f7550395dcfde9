import { describe, expect, test } from "vitest";
import { cutThought } from "./cut-thought.ts";
import type { AuditText, Material } from "./material.ts";

const part = (path: string, text: string): AuditText => ({
  path,
  text,
  language: "typescript",
  wholeness: "excerpt",
  original: undefined,
  isFixable: true,
});

const material = (texts: AuditText[], lines: number[] = []): Material => ({
  texts,
  counted: new Map(lines.length > 0 ? [[texts[0]?.path ?? "", new Set(lines)]] : []),
  notes: ["before"],
  isCut: false,
});

describe("cutThought", () => {
  test("leaves alone what is short, and files whatever their length", () => {
    const file = part("a.ts", "x".repeat(100));
    const given = material([file, part("thought/block-1.ts", "short\n")]);
    expect(cutThought(given, new Set([file]), 10)).toEqual(given);
  });

  test("cuts at the end of a line, counts no line behind it, and proposes no fix", () => {
    const { texts, counted, notes } = cutThought(
      material([part("thought/block-1.ts", "one\ntwo\nthree\n")], [1, 3]),
      new Set(),
      10,
    );
    expect(texts).toEqual([
      { ...part("thought/block-1.ts", "one\ntwo\n"), wholeness: "fragment", isFixable: false },
    ]);
    expect(counted).toEqual(new Map([["thought/block-1.ts", new Set([1])]]));
    expect(notes).toEqual([
      "before",
      "only the first 8 of 14 characters of thought/block-1.ts were audited",
    ]);
  });

  test("cuts a line that is too long in its middle", () => {
    const { texts } = cutThought(material([part("a.ts", "x".repeat(20))]), new Set(), 10);
    expect(texts[0]?.text).toBe("x".repeat(10));
  });

  test("leaves parts out when there are too many, and says how many", () => {
    const parts = Array.from({ length: 4 }, (_, at) => part(`${at}.ts`, "x".repeat(1_000_000)));
    const { texts, notes } = cutThought(material(parts), new Set(), 1_000_000);
    expect(texts.map(({ path }) => path)).toEqual(["0.ts", "1.ts"]);
    expect(notes.at(-1)).toBe("the limit was reached: 2 parts of the thought were not audited");
  });
});
