import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ConversationMessage } from "./conversation-message.ts";
import { halveHistory, tokensOf, trimHistory } from "./trim-history.ts";

const turns = fc
  .array(fc.tuple(fc.string({ maxLength: 300 }), fc.string({ maxLength: 300 }), fc.nat(2)))
  .map((list) =>
    list.flatMap(([question, answer, pictures]): ConversationMessage[] => [
      {
        role: "user",
        text: question,
        images: Array.from({ length: pictures }, () => ({ mimeType: "image/png", base64: "" })),
      },
      { role: "assistant", text: answer, images: [] },
    ]),
  );

describe("trimHistory", () => {
  test("keeps the newest whole turns that fit, and no fewer", () => {
    fc.assert(
      fc.property(turns, fc.nat(5000), (history, room) => {
        const { kept, dropped } = trimHistory(history, room);
        expect(kept).toEqual(history.slice(dropped));
        expect(dropped % 2).toBe(0);
        expect(tokensOf(kept)).toBeLessThanOrEqual(room);
        if (dropped > 0) {
          expect(tokensOf(history.slice(dropped - 2))).toBeGreaterThan(room);
        }
      }),
    );
  });

  test("keeps nothing when there is no room at all", () => {
    const history: ConversationMessage[] = [
      { role: "user", text: "why", images: [] },
      { role: "assistant", text: "because", images: [] },
    ];
    expect(trimHistory(history, -1)).toEqual({ kept: [], dropped: 2 });
  });
});

describe("halveHistory", () => {
  test("drops at least one turn, and comes to nothing in a few steps", () => {
    fc.assert(
      fc.property(turns, (history) => {
        let left: readonly ConversationMessage[] = history;
        let steps = 0;
        while (left.length > 0) {
          const { kept, dropped } = halveHistory(left);
          expect(dropped).toBeGreaterThanOrEqual(2);
          expect(kept).toEqual(left.slice(dropped));
          left = kept;
          steps += 1;
        }
        expect(steps).toBeLessThanOrEqual(Math.ceil(Math.log2(history.length + 1)));
      }),
    );
  });
});
