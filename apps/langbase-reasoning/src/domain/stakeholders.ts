import type { Stakeholder } from "@faculties/schemas/langbase-reasoning/reasoning-analyze-perspectives";
import { joinWords } from "./words.ts";

type Placed = { name: string; power: number; interest: number; engagement: string };
type Quadrant = "key_player" | "keep_satisfied" | "keep_informed" | "minimal_effort";
type PowerMatrix = Record<Quadrant, Placed[]>;

const HIGH = 0.5;

const ENGAGEMENT: Record<Quadrant, string> = {
  key_player: "Manage closely and collaborate on decisions",
  keep_satisfied: "Keep satisfied without going into detail",
  keep_informed: "Keep informed and address concerns",
  minimal_effort: "Monitor with minimal effort",
};

export function quadrantOf(power: number, interest: number): Quadrant {
  if (power >= HIGH) return interest >= HIGH ? "key_player" : "keep_satisfied";
  return interest >= HIGH ? "keep_informed" : "minimal_effort";
}

type Weighed = {
  name: string;
  power: number;
  interest: number;
  engagement?: string | undefined;
};

/** The power and interest matrix; from 0.5 on a level counts as high. */
export function powerMatrix(stakeholders: readonly Weighed[]): PowerMatrix {
  const matrix: PowerMatrix = {
    key_player: [],
    keep_satisfied: [],
    keep_informed: [],
    minimal_effort: [],
  };
  for (const { name, power, interest, engagement } of stakeholders) {
    const quadrant = quadrantOf(power, interest);
    matrix[quadrant].push({
      name,
      power,
      interest,
      engagement: engagement ?? ENGAGEMENT[quadrant],
    });
  }
  return matrix;
}

/** A stakeholder as a model rates it. */
type Rated = {
  name?: string | undefined;
  power_level?: number | undefined;
  interest_level?: number | undefined;
  engagement?: string | undefined;
};

const UNKNOWN_LEVEL = 0.5;

/** The caller's levels, if there are stakeholders and each has both. */
export function levelsOf(stakeholders: readonly Stakeholder[]): Weighed[] | undefined {
  const weighed = stakeholders.flatMap(({ name, power_level: power, interest_level: interest }) =>
    power === undefined || interest === undefined ? [] : [{ name, power, interest }],
  );
  return weighed.length > 0 && weighed.length === stakeholders.length ? weighed : undefined;
}

/** The caller's levels, else the model's. Without given stakeholders, those that the model names. */
export function weighStakeholders(given: readonly Stakeholder[], rated: readonly Rated[]) {
  const ratings = new Map(
    rated.flatMap((one) => (one.name === undefined ? [] : [[plain(one.name), one] as const])),
  );
  const named: Stakeholder[] =
    given.length > 0 ? [...given] : [...ratings.values()].map(({ name = "" }) => ({ name }));
  const unrated: string[] = [];
  const weighed = named.map((stakeholder): Weighed => {
    const rating = ratings.get(plain(stakeholder.name));
    const power = stakeholder.power_level ?? rating?.power_level;
    const interest = stakeholder.interest_level ?? rating?.interest_level;
    if (power === undefined || interest === undefined) unrated.push(stakeholder.name);
    return {
      name: stakeholder.name,
      power: power ?? UNKNOWN_LEVEL,
      interest: interest ?? UNKNOWN_LEVEL,
      engagement: rating?.engagement,
    };
  });
  const notes = [
    ...(named.length === 0 ? ["The model named no stakeholders."] : []),
    ...(unrated.length > 0
      ? [`Levels that nobody gave count as ${UNKNOWN_LEVEL}: ${unrated.join(", ")}.`]
      : []),
  ];
  return { weighed, notes };
}

function plain(name: string): string {
  return name.trim().toLowerCase();
}

type Alignment = { stakeholders: string[]; area: string };

/** Interests that two or more stakeholders name in the same words. */
export function sharedInterests(
  stakeholders: readonly { name: string; interests?: readonly string[] | undefined }[],
): Alignment[] {
  const byInterest = new Map<string, { area: string; names: Set<string> }>();
  for (const { name, interests = [] } of stakeholders) {
    for (const interest of interests) {
      const key = interest.trim().toLowerCase();
      const entry = byInterest.get(key) ?? { area: interest.trim(), names: new Set() };
      byInterest.set(key, { ...entry, names: entry.names.add(name) });
    }
  }
  return [...byInterest.values()]
    .filter(({ area, names }) => area !== "" && names.size > 1)
    .map(({ area, names }) => ({ stakeholders: [...names], area }));
}

const ADVICE: [Quadrant, string][] = [
  ["key_player", "Work closely with"],
  ["keep_satisfied", "Keep satisfied"],
  ["keep_informed", "Keep informed"],
  ["minimal_effort", "Only monitor"],
];

/** The matrix in words, for calls without a model. */
export function describePowerMatrix(matrix: PowerMatrix, alignments: readonly Alignment[]): string {
  const advice = ADVICE.flatMap(([quadrant, verb]) => {
    const names = matrix[quadrant].map(({ name }) => name);
    return names.length > 0 ? [`${verb}: ${joinWords(names)}.`] : [];
  });
  const shared = alignments.map(
    ({ stakeholders, area }) => `${joinWords(stakeholders)} share an interest in ${area}.`,
  );
  return [...advice, ...shared].join(" ");
}
