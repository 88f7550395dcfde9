import recipes from "../recipes.json" with { type: "json" };

/** What a client's configuration must hold so that a server is useful once it is installed. */
export type Recipe = {
  args: readonly string[];
  env: Readonly<Record<string, string>>;
  /** Variables that get a random value when a client is configured. */
  generated: readonly string[];
  /** What a person has to add, and what to tell them while it is missing. */
  needs?: {
    anyFlag: readonly string[];
    anyVariable: readonly string[];
    otherwise: string;
  };
};

export type RecipeName = keyof typeof recipes;

export function recipeOf(server: RecipeName): Recipe {
  return recipes[server];
}
