import { expect, test } from "vitest";
import {
  describePowerMatrix,
  levelsOf,
  powerMatrix,
  quadrantOf,
  sharedInterests,
  weighStakeholders,
} from "./stakeholders.ts";

test.each([
  [0.5, 0.5, "key_player"],
  [0.5, 0.499_999_999, "keep_satisfied"],
  [0.499_999_999, 0.5, "keep_informed"],
  [0.499_999_999, 0.499_999_999, "minimal_effort"],
  [1, 1, "key_player"],
  [0, 0, "minimal_effort"],
])("power %d and interest %d are %s", (power, interest, quadrant) => {
  expect(quadrantOf(power, interest)).toBe(quadrant);
});

test("places everyone once, with the strategy of the quadrant unless there is a better one", () => {
  const matrix = powerMatrix([
    { name: "CTO", power: 0.9, interest: 0.9, engagement: "Lunch" },
    { name: "HR", power: 0.1, interest: 0.2 },
  ]);
  expect(matrix).toEqual({
    key_player: [{ name: "CTO", power: 0.9, interest: 0.9, engagement: "Lunch" }],
    keep_satisfied: [],
    keep_informed: [],
    minimal_effort: [
      { name: "HR", power: 0.1, interest: 0.2, engagement: "Monitor with minimal effort" },
    ],
  });
  expect(describePowerMatrix(matrix, [{ stakeholders: ["CTO", "HR"], area: "peace" }])).toBe(
    "Work closely with: CTO. Only monitor: HR. CTO and HR share an interest in peace.",
  );
});

test("finds interests that several name", () => {
  expect(
    sharedInterests([
      { name: "A", interests: ["Cost ", "speed", "cost"] },
      { name: "B", interests: ["cost"] },
      { name: "C" },
    ]),
  ).toEqual([{ stakeholders: ["A", "B"], area: "Cost" }]);
});

test("needs both levels of everyone to do without a model", () => {
  expect(levelsOf([])).toBeUndefined();
  expect(levelsOf([{ name: "A", power_level: 0, interest_level: 0 }])).toEqual([
    { name: "A", power: 0, interest: 0 },
  ]);
  expect(
    levelsOf([
      { name: "A", power_level: 1, interest_level: 1 },
      { name: "B", power_level: 1 },
    ]),
  ).toBeUndefined();
});

test("prefers the caller's levels to the model's, and names the missing ones", () => {
  expect(
    weighStakeholders(
      [{ name: "A", power_level: 0.2 }, { name: "B" }],
      [
        { name: " a ", power_level: 0.9, interest_level: 0.8, engagement: "Talk" },
        { name: "C", power_level: 1 },
      ],
    ),
  ).toEqual({
    weighed: [
      { name: "A", power: 0.2, interest: 0.8, engagement: "Talk" },
      { name: "B", power: 0.5, interest: 0.5, engagement: undefined },
    ],
    notes: ["Levels that nobody gave count as 0.5: B."],
  });
  expect(weighStakeholders([], []).notes).toEqual(["The model named no stakeholders."]);
});
