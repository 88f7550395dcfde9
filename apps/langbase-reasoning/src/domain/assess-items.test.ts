import { describe, expect, test } from "vitest";
import { assessItems, overallCredibility } from "./assess-items.ts";

describe("evidence", () => {
  test("not assessed is typical for its source", () => {
    const { items, notes } = assessItems(
      [
        { content: "a", source_type: "primary" },
        { content: "b", source_type: "expert" },
        { content: "c" },
      ],
      [{ source_credibility: 0.5, relevance: 1, corroboration: "c", notes: "n" }],
    );
    expect(items).toEqual([
      { content: "a", source_credibility: 0.5, relevance: 1, corroboration: "c", notes: "n" },
      {
        content: "b",
        source_credibility: 0.65,
        relevance: 0.5,
        corroboration: "Not assessed",
        notes: "",
      },
      {
        content: "c",
        source_credibility: 0.5,
        relevance: 0.5,
        corroboration: "Not assessed",
        notes: "",
      },
    ]);
    expect(notes).toHaveLength(1);
  });

  test("counts by its relevance", () => {
    const item = (source_credibility: number, relevance: number) => ({
      content: "",
      source_credibility,
      relevance,
      corroboration: "",
      notes: "",
    });
    expect(overallCredibility([item(0.9, 0.95), item(0.6, 0.7)])).toBeCloseTo(
      (0.9 * 0.95 + 0.6 * 0.7) / 1.65,
      12,
    );
    expect(overallCredibility([item(0.9, 0), item(0.5, 0)])).toBeCloseTo(0.7, 12);
  });
});
