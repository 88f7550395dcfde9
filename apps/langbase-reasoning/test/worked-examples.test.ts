import { describe, expect, test } from "vitest";
import { startLocal, startReasoning } from "./start-reasoning.ts";

// Every figure here was computed independently of this code with fifty decimal digits, and must hold to 1e-9.
const near = (value: number) => expect.closeTo(value, 9) as number;

const server = await startLocal();
const CRITERIA = [
  { name: "cost", weight: 0.5 },
  { name: "speed", weight: 0.3 },
  { name: "risk", weight: 0.2 },
];

/** The columns are cost, speed and risk. */
async function decide(method: string, rows: Record<string, readonly [number, number, number]>) {
  const entries = Object.entries(rows).map(
    ([name, [cost, speed, risk]]) => [name, { cost, speed, risk }] as const,
  );
  return server.callOk("reasoning_make_decision", {
    question: "Which?",
    alternatives: Object.keys(rows),
    criteria: CRITERIA,
    scores: Object.fromEntries(entries),
    method,
  });
}

const ranges = (...bounds: readonly (readonly [number | null, number | null])[]) =>
  bounds.map(([lowest, highest], index) => ({
    criterion: CRITERIA[index]?.name,
    weight: near(CRITERIA[index]?.weight ?? 0),
    lowest: lowest === null ? null : near(lowest),
    highest: highest === null ? null : near(highest),
  }));

describe("decisions", () => {
  const rows = { A: [0.9, 0.4, 0.7], B: [0.5, 0.8, 0.6], C: [0.3, 0.9, 0.9] } as const;

  test("weighted sum, and how far its weights can move", async () => {
    expect(await decide("weighted_sum", rows)).toMatchObject({
      rankings: [
        { alternative: "A", score: near(0.71), rank: 1 },
        { alternative: "B", score: near(0.61), rank: 2 },
        { alternative: "C", score: near(0.6), rank: 3 },
      ],
      sensitivity_analysis: {
        stable: true,
        critical_criteria: ["cost", "speed", "risk"],
        // 19/49, 26/61 and 15/31.
        weight_ranges: ranges(
          [0.387_755_102_040_8, null],
          [null, 0.426_229_508_196_7],
          [null, 0.483_870_967_741_9],
        ),
      },
    });
  });

  test("AHP, and how far its weights can move", async () => {
    expect(await decide("pairwise", rows)).toMatchObject({
      rankings: [
        { alternative: "A", score: near(0.385_485_103_132_1), rank: 1 },
        { alternative: "B", score: near(0.315_889_992_360_5), rank: 2 },
        { alternative: "C", score: near(0.298_624_904_507_2), rank: 3 },
      ],
      consistency_ratio: 0,
      sensitivity_analysis: {
        weight_ranges: ranges(
          [0.336_778_639_104_2, null],
          [null, 0.487_109_160_724],
          [null, 0.590_889_557_37],
        ),
      },
    });
  });

  test("TOPSIS, and how far its weights can move", async () => {
    const decided = await decide("topsis", {
      A: [0.7, 0.9, 0.9],
      B: [0.8, 0.7, 0.8],
      C: [0.9, 0.6, 0.8],
      D: [0.6, 0.7, 0.8],
    });
    expect(decided).toMatchObject({
      rankings: [
        { alternative: "C", score: near(0.612_546_261_679_1), rank: 1 },
        { alternative: "B", score: near(0.561_458_669_653_9), rank: 2 },
        { alternative: "A", score: near(0.517_486_069_887_6), rank: 3 },
        { alternative: "D", score: near(0.159_618_466_538_2), rank: 4 },
      ],
      sensitivity_analysis: {
        stable: false,
        weight_ranges: ranges(
          [0.446_783_109_948_4, null],
          [null, 0.348_212_926_425_4],
          [null, 0.493_942_770_388_3],
        ),
      },
    });
  });

  test("AHP on judgements of the model: Saaty's scale 1, 3, 5, 7", async () => {
    const { server: asking, emulator } = await startReasoning();
    const names = ["A", "B", "C", "D"];
    const SAATY = [1, 3, 5, 7];
    const judgements = names.flatMap((left, row) =>
      names.slice(row + 1).map((right, gap) => ({
        criterion: "fit",
        left,
        right,
        ratio: SAATY[gap + 1],
      })),
    );
    const scores = Object.fromEntries(names.map((name) => [name, { fit: 0.5 }]));
    emulator.answer("*", JSON.stringify({ criteria: [{ name: "fit" }], scores, judgements }));
    expect(
      await asking.callOk("reasoning_make_decision", {
        question: "Which?",
        alternatives: names,
        method: "pairwise",
      }),
    ).toMatchObject({
      rankings: [
        { alternative: "A", score: near(0.565_009_053_799), rank: 1 },
        { alternative: "B", score: near(0.262_201_205_560_8), rank: 2 },
        { alternative: "C", score: near(0.117_504_250_041_3), rank: 3 },
        { alternative: "D", score: near(0.055_285_490_598_6), rank: 4 },
      ],
      consistency_ratio: near(0.043_326_830_906_3),
    });
  });

  test("AHP on scores beyond Saaty's scale contradicts itself, and says so", async () => {
    const decided = await server.callOk("reasoning_make_decision", {
      question: "Which?",
      alternatives: ["A", "B", "C", "D"],
      scores: { A: { fit: 0.9 }, B: { fit: 0.5 }, C: { fit: 0.05 }, D: { fit: 0 } },
      method: "pairwise",
    });
    expect(decided).toMatchObject({
      rankings: [
        { alternative: "A", score: near(0.492_576_264_214_7) },
        { alternative: "B", score: near(0.381_130_500_019_1) },
        { alternative: "C", score: near(0.097_140_919_539) },
        { alternative: "D", score: near(0.029_152_316_227) },
      ],
      consistency_ratio: near(0.259_365_912_67),
      notes: [expect.stringContaining("consistency ratio 0.259, more than 0.1")],
    });
  });
});

test("Bayes and entropy, step by step", async () => {
  const likelihoods = [
    [0.8, 0.2],
    [0.6, 0.3],
    [0.1, 0.7],
  ] as const;
  const evidence = likelihoods.map(([likelihood_if_true, likelihood_if_false], index) => ({
    description: `Evidence ${index + 1}`,
    likelihood_if_true,
    likelihood_if_false,
  }));
  const ask = { hypothesis: "It is the cache.", prior: 0.3, evidence };
  // 12/19, 24/31, 24/73.
  expect(await server.callOk("reasoning_probabilistic", ask)).toMatchObject({
    prior: 0.3,
    posterior: near(0.328_767_123_287_6),
    entropy: near(0.913_661_786_565_5),
    update_steps: [
      { prior: 0.3, posterior: near(0.631_578_947_368_4), likelihood_ratio: near(4) },
      { prior: near(12 / 19), posterior: near(0.774_193_548_387), likelihood_ratio: near(2) },
      { prior: near(24 / 31), posterior: near(0.328_767_123_287_6), likelihood_ratio: near(1 / 7) },
    ],
  });
});

test("quadrants: from 0.5 on a level is high", async () => {
  const levels = { low: 0.499_999_999, even: 0.5 };
  const stakeholders = Object.entries(levels).flatMap(([power, power_level]) =>
    Object.entries(levels).map(([interest, interest_level]) => ({
      name: `${power} power, ${interest} interest`,
      power_level,
      interest_level,
    })),
  );
  const { power_matrix } = await server.callOk<{
    power_matrix: Record<string, { name: string }[]>;
  }>("reasoning_analyze_perspectives", { topic: "t", stakeholders });
  const names = Object.entries(power_matrix).map(([quadrant, placed]) => [
    quadrant,
    placed.map(({ name }) => name),
  ]);
  expect(Object.fromEntries(names)).toEqual({
    key_player: ["even power, even interest"],
    keep_satisfied: ["even power, low interest"],
    keep_informed: ["low power, even interest"],
    minimal_effort: ["low power, low interest"],
  });
});

test("coherence of a session, by hand", async () => {
  const { server: asking, emulator } = await startReasoning();
  const thoughts = [
    { thought: "Cache reads make pages fast", confidence: 0.9 },
    { thought: "The cache of pages grows stale", confidence: 0.7 },
    { thought: "Unrelated musing", confidence: 0.4 },
  ];
  let session: object = {};
  for (const thought of thoughts) {
    emulator.answer("linear-reasoning-v1", JSON.stringify(thought));
    const { session_id } = await asking.callOk("reasoning_linear", { content: "x", ...session });
    session = { session_id };
  }
  // Both later thoughts follow one: 1. They share 2 of 4 words, and none: 1/4. Confidence moves by 0.2 and 0.3: 3/4.
  expect(await asking.callOk("reasoning_reflection_evaluate", { ...session })).toMatchObject({
    thought_count: 3,
    coherence: near((1 + 1 / 4 + 3 / 4) / 3),
    average_confidence: near(2 / 3),
  });
});
