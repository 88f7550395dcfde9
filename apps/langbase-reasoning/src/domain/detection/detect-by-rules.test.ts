import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findBiases, findFallacies, unknownBiases } from "./detect-by-rules.ts";

const BOTH = { formal: true, informal: true };
const typesOf = (findings: readonly { type: string }[]) => findings.map(({ type }) => type);

describe("biases", () => {
  test.each([
    ["confirmation_bias", "This proves our hypothesis. Ship it."],
    ["confirmation_bias", "We ignored the conflicting reports."],
    ["anchoring_bias", "The initial quote was 100k, so 80k is a bargain."],
    ["availability_heuristic", "Plane crashes are all over the news these days."],
    ["sunk_cost_fallacy", "We have already invested two years, we can't stop now."],
    ["hindsight_bias", "I knew it all along."],
    ["bandwagon_effect", "Everyone is moving to microservices."],
    ["dunning_kruger", "Cryptography? How hard can it be."],
    ["negativity_bias", "One bad review is enough for me."],
  ])("%s: %s", (type, text) => {
    const found = findBiases(text);
    expect(typesOf(found)).toContain(type);
    expect(text).toContain(found[0]?.excerpt ?? "nothing");
  });

  test.each([
    "The measurements show a 12% increase with a standard error of 3%.",
    "We compared three vendors on cost and support and chose the second.",
    "Wir haben drei Anbieter verglichen.",
    "",
  ])("nothing in: %s", (text) => {
    expect(findBiases(text)).toEqual([]);
  });

  test("can be limited to some types", () => {
    const text = "Everyone is doing it. I knew it all along.";
    expect(typesOf(findBiases(text))).toEqual(["hindsight_bias", "bandwagon_effect"]);
    expect(typesOf(findBiases(text, ["bandwagon_effect", "unknown"]))).toEqual([
      "bandwagon_effect",
    ]);
    expect(typesOf(findBiases(text, ["hindsight"]))).toEqual(["hindsight_bias"]);
    expect(unknownBiases(["bandwagon", "sunk_cost", "halo_effect"])).toEqual(["halo_effect"]);
  });
});

describe("fallacies", () => {
  test.each([
    [
      "affirming_consequent",
      "If it rains, then the street is wet. The street is wet. Therefore it rains.",
    ],
    [
      "denying_antecedent",
      "If it rains, the street is wet. It does not rain. Therefore the street is not wet.",
    ],
    [
      "undistributed_middle",
      "All cats are mammals. All dogs are mammals. Therefore all cats are dogs.",
    ],
    ["circular_reasoning", "The policy is fair because the policy is fair."],
    ["ad_hominem", "You can't trust his argument because he's not an expert."],
    ["straw_man", "So you're saying we should never test anything."],
    ["false_dichotomy", "Either we rewrite it or we go bankrupt."],
    ["false_dichotomy", "Either you are with us or against us."],
    ["appeal_to_authority", "It is safe because a famous professor said so."],
    ["slippery_slope", "If we allow one exception, soon there will be no rules."],
    ["red_herring", "But what about the other department?"],
    ["hasty_generalization", "I met two rude waiters there. Everyone in that town is rude."],
  ])("%s: %s", (type, text) => {
    expect(typesOf(findFallacies(text, BOTH))).toContain(type);
  });

  test.each([
    ["modus ponens", "If it rains, then the street is wet. It rains. Therefore the street is wet."],
    [
      "modus tollens",
      "If it rains, then the street is wet. The street is not wet. Therefore it does not rain.",
    ],
    [
      "a valid syllogism",
      "All cats are mammals. All mammals are animals. Therefore all cats are animals.",
    ],
    ["a real reason", "The build fails because a dependency is missing."],
    ["plain facts", "The service handled 4,000 requests per second in the test."],
  ])("nothing in %s", (_name, text) => {
    expect(findFallacies(text, BOTH)).toEqual([]);
  });

  test("formal and informal ones can be asked for alone", () => {
    const text = "If it rains, the street is wet. The street is wet. So it rains. He is an idiot.";
    expect(typesOf(findFallacies(text, { formal: true, informal: false }))).toEqual([
      "affirming_consequent",
    ]);
    expect(typesOf(findFallacies(text, { formal: false, informal: true }))).toEqual(["ad_hominem"]);
  });
});

test("any text is searched without failing, and excerpts are its own words", () => {
  const words = fc.constantFrom(
    "if",
    "then",
    "therefore",
    "all",
    "are",
    "because",
    "everyone",
    "already invested",
    "not",
    ".",
    ",",
    "rain",
    "wet",
    "so",
    "either we",
    "or we",
  );
  fc.assert(
    fc.property(fc.array(words, { maxLength: 40 }), (list) => {
      const text = list.join(" ");
      for (const { excerpt, severity, confidence } of [
        ...findBiases(text),
        ...findFallacies(text, BOTH),
      ]) {
        expect(text).toContain(excerpt);
        expect(severity).toBeGreaterThanOrEqual(1);
        expect(confidence).toBeLessThanOrEqual(1);
      }
    }),
  );
});

test("finds in a megabyte what it finds in a line", () => {
  const argument = "If it rains, the street is wet. The street is wet. Therefore it rains.\n";
  expect(findFallacies(argument.repeat(15_000), BOTH)).toEqual(findFallacies(argument, BOTH));
  expect(typesOf(findBiases("if a then b, because everyone else is ".repeat(30_000)))).toEqual([
    "bandwagon_effect",
  ]);
});
