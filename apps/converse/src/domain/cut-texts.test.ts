import fc from "fast-check";
import { expect, test } from "vitest";
import { cutTexts } from "./cut-texts.ts";
import { estimateJsonTokens } from "./estimate-tokens.ts";

const MARK_TOKENS = 30;
const total = (texts: readonly string[]) =>
  texts.reduce((sum, text) => sum + estimateJsonTokens(text), 0);

test("leaves alone what fits, and brings the rest within the room", () => {
  const text = fc.string({ unit: "grapheme", maxLength: 400 });
  fc.assert(
    fc.property(fc.array(text, { maxLength: 6 }), fc.nat(1500), (texts, room) => {
      const cut = cutTexts(texts, room);
      expect(cut.texts).toHaveLength(texts.length);
      expect(cut.wasCut).toBe(cut.texts.some((one, index) => one !== texts[index]));
      if (total(texts) <= room) expect(cut.wasCut).toBe(false);
      else expect(total(cut.texts)).toBeLessThanOrEqual(room + texts.length * MARK_TOKENS);
    }),
  );
});

test("cuts the long ones to one length and keeps the short ones whole", () => {
  const { texts } = cutTexts(["short", "word ".repeat(1000), "word ".repeat(3000)], 400);
  expect(texts[0]).toBe("short");
  expect(texts[1]).toBe(texts[2]);
  expect(texts[1]).toContain("[… cut");
});

test("never makes a text longer, however little room there is", () => {
  const { texts } = cutTexts(["yes", "word ".repeat(1000)], 0);
  expect(texts).toEqual([
    "yes",
    "\n\n[… cut: the answer is longer than MAX_MCP_OUTPUT_TOKENS allows]",
  ]);
});
