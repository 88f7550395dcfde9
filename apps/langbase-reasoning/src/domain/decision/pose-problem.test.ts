import { describe, expect, test } from "vitest";
import { ReasoningMakeDecisionInput } from "@faculties/schemas/langbase-reasoning/reasoning-make-decision";
import { problemFromModel, problemFromScores } from "./pose-problem.ts";

const ask = (more: object = {}) =>
  ReasoningMakeDecisionInput.parse({ question: "Which?", alternatives: ["A", "B"], ...more });
const silent = { criteria: [], judgements: [], rankings: [] };

describe("scores of the caller", () => {
  const scores = { A: { cost: 0.9, speed: 0.1 }, B: { cost: 0.4, speed: 0.8 } };

  test("name the criteria when none are given", () => {
    expect(problemFromScores(ask(), scores)).toEqual({
      problem: {
        alternatives: ["A", "B"],
        criteria: [{ name: "cost" }, { name: "speed" }],
        matrix: [
          [0.9, 0.1],
          [0.4, 0.8],
        ],
        method: "weighted_sum",
      },
      notes: [],
    });
  });

  test.each([
    [{}, { A: { cost: 1 } }, "scores.B.cost - Missing score"],
    [
      {},
      { A: { cost: 1 }, B: { cost: 1 }, C: { cost: 1 } },
      "scores.C - Not one of the alternatives",
    ],
    [{ criteria: [{ name: "cost" }] }, scores, "scores.A.speed - Not one of the criteria"],
    [{ criteria: [{ name: "risk" }] }, { A: {}, B: {} }, "scores.A.risk - Missing score"],
    [{}, { A: {}, B: {} }, "scores - Scores must name at least one criterion"],
    [
      {},
      JSON.parse('{"__proto__": {"cost": 1}, "A": {"cost": 1}}') as object,
      "scores.__proto__ - Not one of the alternatives",
    ],
  ])("are refused when they do not fit: %j %j", (more, given, complaint) => {
    expect(() => problemFromScores(ask(more), given as never)).toThrow(
      `Validation failed: ${complaint}`,
    );
  });

  test("says what it made of weights", () => {
    const weigh = (first: number, second?: number) =>
      problemFromScores(
        ask({
          criteria: [
            { name: "cost", weight: first },
            { name: "speed", ...(second !== undefined && { weight: second }) },
          ],
        }),
        scores,
      ).notes;
    expect(weigh(0.5)).toEqual(["Criteria without a weight got the mean of the weights given."]);
    expect(weigh(0, 0)).toEqual(["All weights are 0, so that all criteria count alike."]);
    expect(weigh(0.5, 0.5)).toEqual([]);
  });
});

describe("scores of a model", () => {
  test.each([
    ["nested", { a: { Cost: "90%", speed: 7 }, B: { cost: -1 } }],
    [
      "a list by alternative",
      [
        { alternative: "A", scores: { cost: 0.9, speed: 1 } },
        { alternative: "B", scores: { cost: 0 } },
      ],
    ],
    [
      "a list of cells",
      [
        { alternative: "A", criterion: "cost", score: 0.9 },
        { alternative: "A", criterion: "speed", score: 1 },
        { alternative: "B", criterion: "cost", score: 0 },
      ],
    ],
  ])("are read in the form %s, held to 0..1, and gaps are neutral", (_form, scores) => {
    const criteria = [{ name: "cost", weight: 0.6 }, { name: "speed" }];
    expect(problemFromModel(ask({ criteria }), { ...silent, scores })).toEqual({
      problem: {
        alternatives: ["A", "B"],
        criteria: [
          { name: "cost", weight: 0.6 },
          { name: "speed", weight: undefined },
        ],
        matrix: [
          [0.9, 1],
          [0, 0.5],
        ],
        method: "weighted_sum",
      },
      notes: [
        "The model left out 1 score; each counts as 0.5.",
        "Criteria without a weight got the mean of the weights given.",
      ],
    });
  });

  test("may rate the alternatives on the whole, or not at all", () => {
    const rankings = [
      { alternative: "B", score: 0.7 },
      { alternative: "A", score: 0.2 },
    ];
    expect(problemFromModel(ask(), { ...silent, rankings }).problem.matrix).toEqual([[0.2], [0.7]]);
    expect(() => problemFromModel(ask(), silent)).toThrow("has no scores for the alternatives");
  });

  test("come with judgements for pairwise comparison; the scores fill the gaps", () => {
    const judgements = [
      { criterion: "cost", left: "A", right: "B", ratio: 3 },
      { criterion: "cost", left: "A", right: "A", ratio: 5 },
      { criterion: "cost", left: "A", right: "nobody", ratio: 5 },
      { criterion: "cost", left: "A" },
      { criterion: "cost", left: "B", right: "A" },
    ];
    const scores = { A: { cost: 0.5, speed: 0.5 }, B: { cost: 0.5, speed: 0.5 } };
    const { problem } = problemFromModel(ask({ method: "pairwise" }), {
      ...silent,
      judgements,
      scores,
    });
    expect(problem.judgements).toEqual([
      [
        [1, 3],
        [1 / 3, 1],
      ],
      undefined,
    ]);
  });

  test("are found in another spelling, unless two names share it", () => {
    const said = {
      ...silent,
      criteria: [{ name: "Ease of use", weight: 0.3 }],
      scores: { "c++": { ease_of_use: 0.1 }, rust: { ease_of_use: 0.9 } },
    };
    expect(problemFromModel(ask({ alternatives: ["C++", "Rust"] }), said).problem).toMatchObject({
      criteria: [{ name: "Ease of use", weight: 0.3 }],
      matrix: [[0.1], [0.9]],
    });
    const alike = problemFromModel(ask({ alternatives: ["C++", "C#", "+"] }), {
      ...silent,
      scores: { C: { ease: 0.1 }, "C#": { ease: 0.9 }, "?": { ease: 0.2 } },
    });
    expect(alike.problem.matrix).toEqual([[0.5], [0.9], [0.5]]);
    expect(alike.notes).toEqual(["The model left out 2 scores; each counts as 0.5."]);
  });

  test("bring judgements and weights in another spelling too", () => {
    const { problem } = problemFromModel(
      ask({ method: "pairwise", criteria: [{ name: "Run cost" }] }),
      {
        ...silent,
        criteria: [{ name: "run_cost", weight: 0.4 }],
        scores: { a: { "run cost": 0.5 }, b: { "run cost": 0.5 } },
        judgements: [{ criterion: "RUN COST", left: "b", right: "a", ratio: 2 }],
      },
    );
    expect(problem).toMatchObject({
      criteria: [{ name: "Run cost", weight: 0.4 }],
      judgements: [
        [
          [1, 0.5],
          [2, 1],
        ],
      ],
    });
  });
});
