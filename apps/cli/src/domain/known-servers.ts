import { type RecipeName, recipeNames, recipeOf } from "@faculties/recipes";

export type ServerName = RecipeName;

/** The servers that this command knows, with what each gives an agent. */
export const knownServers = recipeNames.map((name) => {
  const { product, summary, aliases } = recipeOf(name);
  return { name, product, summary, aliases };
});

export const serverNames: readonly ServerName[] = recipeNames;

/** Every name that a server answers to on the command line, its own first. */
export const serverAliases: ReadonlyMap<string, ServerName> = new Map([
  ...serverNames.map((name) => [name, name] as const),
  ...knownServers.flatMap(({ name, aliases }) => aliases.map((alias) => [alias, name] as const)),
]);
