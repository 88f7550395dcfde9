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
      unrated: [],
      notes: [],
    });
  });

  test("in raw units are rescaled by the stated ends, or by the lowest and highest with a note", () => {
    const raw = { A: { price: 90, users: 400 }, B: { price: 10, users: 100 } };
    const criteria = [{ name: "price", direction: "cost", min: 0, max: 100 }, { name: "users" }];
    const { problem, notes } = problemFromScores(ask({ criteria }), raw);
    expect(problem.matrix).toEqual([
      [expect.closeTo(0.1, 12), 1],
      [0.9, 0],
    ]);
    expect(notes).toEqual([
      "The values of users were rescaled from 100 to 400, the lowest and the highest given; more counts as better; set its direction to cost if less is better.",
    ]);
    const equal = { A: { price: -5 }, B: { price: -5 } };
    expect(problemFromScores(ask(), equal).problem.matrix).toEqual([[0.5], [0.5]]);
  });

  test.each([
    [{ min: 0, max: 1 }, "scores.A.price - Must be from 0 to 1"],
    [{ min: 100, max: 0 }, "criteria.0.max - Must be greater than min"],
    [{ min: 5, max: 5 }, "criteria.0.max - Must be greater than min"],
  ])("outside of their range %j are refused", (range, complaint) => {
    const raw = { A: { price: 90 }, B: { price: 0.5 } };
    expect(() => problemFromScores(ask({ criteria: [{ name: "price", ...range }] }), raw)).toThrow(
      `Validation failed: ${complaint}`,
    );
  });

  test("of a cost from 0 to 1 are turned round", () => {
    const criteria = [{ name: "cost", direction: "cost" }];
    const { problem, notes } = problemFromScores(ask({ criteria }), {
      A: { cost: 0.9 },
      B: { cost: 0.1 },
    });
    expect([problem.matrix, notes]).toEqual([[[expect.closeTo(0.1, 12)], [0.9]], []]);
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
    ["nested", { a: { Cost: "90%", speed: 1 }, B: { cost: 0 } }],
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
  ])("are read in the form %s, and a gap counts as the lowest given", (_form, scores) => {
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
          [0, 1],
        ],
        method: "weighted_sum",
      },
      unrated: [],
      notes: [
        "The model left out 1 score; each counts as the lowest given for its criterion.",
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
    const alike = problemFromModel(ask({ alternatives: ["C++", "C#", "+", "Go"] }), {
      ...silent,
      scores: { C: { ease: 0.1 }, "C#": { ease: 0.9 }, "?": { ease: 0.2 }, go: { ease: 0.4 } },
    });
    expect(alike.problem).toMatchObject({ alternatives: ["C#", "Go"], matrix: [[0.9], [0.4]] });
    expect(alike.unrated).toEqual(["C++", "+"]);
    expect(alike.notes).toEqual([
      "The model did not rate C++ and +, which cannot win and came last without a score.",
    ]);
  });

  test("on a scale of 10 or 100 are divided, with a note", () => {
    const { problem, notes } = problemFromModel(ask(), {
      ...silent,
      scores: { A: { cost: 9, speed: 4 }, B: { cost: 1, speed: 7 } },
    });
    expect(problem.matrix).toEqual([
      [0.9, 0.4],
      [0.1, 0.7],
    ]);
    expect(notes).toEqual(["The model rated from 0 to 10; its scores were divided by 10."]);
  });

  test.each([
    ["mixed scales", { A: { cost: 0.9, speed: 0.4 }, B: { cost: 0.1, speed: 7 } }],
    ["negative numbers", { A: { cost: -1 }, B: { cost: 0.5 } }],
    ["no scale at all", { A: { cost: 4_000 }, B: { cost: 300 } }],
  ])("with %s are refused", (_what, scores) => {
    expect(() => problemFromModel(ask(), { ...silent, scores })).toThrow(
      "no common scale from 0 to 1",
    );
  });

  test("of a single alternative are not enough", () => {
    expect(() => problemFromModel(ask(), { ...silent, scores: { B: { cost: 1 } } })).toThrow(
      "The model rated only B of the 2 alternatives.",
    );
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
