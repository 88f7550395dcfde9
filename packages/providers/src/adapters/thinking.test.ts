import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { modelEntrySchema } from "../model-entry.ts";
import { anthropicThinking } from "./anthropic-request.ts";
import { googleThinking } from "./google.ts";

const effort = fc.constantFrom("minimal", "low", "medium", "high", "max");
const entry = fc
  .record({ min: fc.nat(4096), span: fc.integer({ min: 1, max: 100_000 }) })
  .map(({ min, span }) =>
    modelEntrySchema.parse({
      id: "model",
      provider: "vendor",
      thinkingTokens: { min, max: min + span },
    }),
  );

describe("a budget of thinking tokens", () => {
  test("is always within what the Google model takes", () => {
    fc.assert(
      fc.property(entry, effort, (model, wanted) => {
        const { min, max } = model.thinkingTokens ?? { min: 0, max: 0 };
        const thinking = googleThinking(model, wanted);
        const budget =
          thinking !== undefined && "thinkingBudget" in thinking && thinking.thinkingBudget;
        expect(budget).toBeGreaterThanOrEqual(min);
        expect(budget).toBeLessThanOrEqual(max);
      }),
    );
  });

  test("is always within what the Claude model and the output limit take, or there is none", () => {
    fc.assert(
      fc.property(entry, effort, fc.integer({ min: 1, max: 200_000 }), (model, wanted, limit) => {
        const { min, max } = model.thinkingTokens ?? { min: 0, max: 0 };
        const { thinking } = anthropicThinking(model, wanted, limit);
        if (thinking === undefined) return;
        const budget = thinking.type === "enabled" ? thinking.budget_tokens : Number.NaN;
        expect(budget).toBeGreaterThanOrEqual(Math.max(min, 1024));
        expect(budget).toBeLessThanOrEqual(max);
        expect(budget).toBeLessThan(limit);
      }),
    );
  });
});
