import fc from "fast-check";
import { expect, test } from "vitest";
import routingPrompts from "../../test/routing-prompts.json" with { type: "json" };
import seenPrompts from "../../test/routing-prompts-seen.json" with { type: "json" };
import { complexityOf, MEASURED, routeMode } from "./route-mode.ts";

test.each([
  ["Which of the two alternatives should we choose, given these criteria?", "decision"],
  ["How likely is it? My prior probability is 0.3.", "probabilistic"],
  ["Does the evidence from these sources support the claim?", "evidence"],
  ["Which stakeholders and what interests? Consider customers and managers.", "perspectives"],
  ["Find the bias and the fallacy in this argument.", "detection"],
  ["Brainstorm novel and creative ideas.", "divergent"],
  ["Review and critique my draft, name strengths and weaknesses.", "reflection"],
  ["Explore different approaches and strategies.", "tree"],
  ["A complex system design whose components depend on each other.", "got"],
  ["We are stuck in a dead end; let us go back.", "backtracking"],
  ["Explain step by step how to solve it.", "linear"],
])("%s → %s", (content, mode) => {
  expect(routeMode(content).mode).toBe(mode);
});

test("says so when nothing speaks for any mode, and lets hints speak twice", () => {
  expect(routeMode("猫")).toMatchObject({ mode: "linear", confidence: 11 / 44, alternatives: [] });
  expect(routeMode("Explain it", ["divergent"]).mode).toBe("divergent");
});

test("confidences add up to less than 1 and fall from choice to choice", () => {
  fc.assert(
    fc.property(
      fc.lorem({ maxCount: 30 }),
      fc.array(fc.constantFrom("which", "idea", "evidence", "odds", "review")),
      (text, words) => {
        const { confidence, alternatives, complexity } = routeMode(`${text} ${words.join(" ")}`);
        const all = [confidence, ...alternatives.map((other) => other.confidence)];
        expect(all).toEqual(all.toSorted((left, right) => right - left));
        expect(all.every((value) => value > 0 && value < 1)).toBe(true);
        expect(complexity).toBeGreaterThanOrEqual(0);
        expect(complexity).toBeLessThanOrEqual(1);
      },
    ),
  );
});

test("longer problems with more questions are more complex", () => {
  expect(complexityOf("")).toBe(0);
  expect(complexityOf("Why?")).toBeLessThan(
    complexityOf("Why? And how, if it depends on which one, although it may fail?"),
  );
  expect(complexityOf("and if but ".repeat(200) + "???")).toBe(1);
});

/** How many prompts are routed to the mode that a person chose for them before the rules were changed. */
function hits(sets: readonly { mode: string; prompts: readonly string[] }[]) {
  const all = sets.flatMap(({ mode, prompts }) => prompts.map((prompt) => ({ mode, prompt })));
  return {
    right: all.filter(({ mode, prompt }) => routeMode(prompt).mode === mode).length,
    of: all.length,
  };
}

test("the hit rate that callers are told is that on prompts that the rules were not written for", () => {
  expect(hits(routingPrompts)).toEqual(MEASURED);
});

test("prompts that the rules were written for are nearly all routed right", () => {
  expect(hits(seenPrompts)).toEqual({ right: 87, of: 88 });
});
