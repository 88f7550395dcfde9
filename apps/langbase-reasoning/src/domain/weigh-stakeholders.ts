import type { Stakeholder } from "@faculties/schemas/langbase-reasoning/reasoning-analyze-perspectives";
import type { Weighed } from "./quadrants.ts";

/** A stakeholder as a model rates it. */
export type Rated = {
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

/** The caller's levels where given, else the model's; without stakeholders given, those that the model names. */
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
