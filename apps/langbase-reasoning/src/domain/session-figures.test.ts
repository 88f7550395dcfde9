import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { judgeFigures, measureCoherence, measureSession } from "./session-figures.ts";

const thought = (id: string, parentId: string | null, content: string, confidence = 0.8) => ({
  id,
  parentId,
  content,
  confidence,
});
const close = (value: number) => expect.closeTo(value, 12) as number;

describe("measureCoherence", () => {
  test("is the mean of links, continuity and steadiness", () => {
    const thoughts = [
      thought("1", null, "Cache reads make pages fast", 0.9),
      // Shares "cache" and "pages" of its four words: 2/4.
      thought("2", "1", "The cache of pages grows stale", 0.7),
      // Shares nothing with 2: 0.
      thought("3", "2", "Unrelated musing", 0.4),
      // Follows nothing.
      thought("4", null, "Another start", 0.5),
    ];
    const [links, continuity, steadiness] = [2 / 3, (2 / 4 + 0) / 2, 1 - (0.2 + 0.3) / 2];
    expect(measureCoherence(thoughts)).toEqual({
      coherence: close((links + continuity + steadiness) / 3),
      links: close(links),
      continuity: close(continuity),
      steadiness: close(steadiness),
    });
  });

  test("is 1 for a single thought, 0 for none", () => {
    expect(measureCoherence([thought("1", null, "Alone")]).coherence).toBe(1);
    expect(measureCoherence([]).coherence).toBe(0);
  });

  test("reads other scripts", () => {
    const thoughts = [thought("1", null, "猫喜欢鱼"), thought("2", "1", "猫不喜欢狗")];
    expect(measureCoherence(thoughts).continuity).toBeGreaterThan(0);
  });

  test("does not depend on the order, and lies between 0 and 1", () => {
    const anyThoughts = fc
      .array(
        fc.record({
          content: fc.lorem({ maxCount: 6 }),
          confidence: fc.double({ min: 0, max: 1, noNaN: true }),
          back: fc.nat(4),
        }),
        { maxLength: 8 },
      )
      .map((list) =>
        list.map(({ content, confidence, back }, index) =>
          thought(
            `${index}`,
            index > 0 && back > 0 ? `${Math.max(0, index - back)}` : null,
            content,
            confidence,
          ),
        ),
      );
    fc.assert(
      fc.property(anyThoughts, (thoughts) => {
        const { coherence } = measureCoherence(thoughts);
        expect(measureCoherence(thoughts.toReversed()).coherence).toBeCloseTo(coherence, 9);
        expect(coherence).toBeGreaterThanOrEqual(0);
        expect(coherence).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe("measureSession", () => {
  test("puts the figures into words", () => {
    const figures = {
      ...measureSession([thought("1", null, "One", 0.2)]),
      links: 0.1,
      continuity: 0.6,
    };
    expect(judgeFigures(figures, 2)).toEqual({
      strengths: ["Confidence is steady (1)"],
      weaknesses: [
        "Low average confidence (0.2)",
        "Many thoughts follow from no other (0.1)",
        "Biases or fallacies found in this session: 2",
      ],
      recommendations: [
        "Look for evidence that settles the least certain thoughts.",
        "Continue within a branch instead of starting over.",
        "Revise the passages in which biases or fallacies were found.",
      ],
    });
  });
});
