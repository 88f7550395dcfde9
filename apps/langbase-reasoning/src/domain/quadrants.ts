type Placed = { name: string; power: number; interest: number; engagement: string };
export type Quadrant = "key_player" | "keep_satisfied" | "keep_informed" | "minimal_effort";
export type PowerMatrix = Record<Quadrant, Placed[]>;

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

export type Weighed = {
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
