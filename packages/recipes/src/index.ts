import recipes from "../recipes.json" with { type: "json" };

/** The entries that a client's configuration needs so that a server is useful once it is installed. */
export type Recipe = {
  args: readonly string[];
  env: Readonly<Record<string, string>>;
  /** Variables that get a random value when a client is configured. */
  generated: readonly string[];
  /** The values that a person has to add, and the note for as long as they are missing. */
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
