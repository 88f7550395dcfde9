import { ConfigError } from "@faculties/mcp-kit/options";
import { nearMatches } from "@faculties/errors";
import { type ModelRecipe, recipeOf } from "@faculties/recipes";
import type { Client } from "../clients/client.ts";
import type { Context } from "../context.ts";
import type { ServerName } from "../domain/known-servers.ts";
import { askForKey, askForModels } from "../prompts.ts";
import { findModels, type FoundModel, nameOfKey } from "./find-models.ts";

export type ModelChoice = { env: Record<string, string>; note?: string };

type Wish = {
  /** The names after `--model`; "none" wants no model. */
  named: readonly string[];
  /** Variables that were given by hand; a server that one of them gives a model needs no other. */
  env: Readonly<Record<string, string>>;
  clients: readonly Client[];
};

const NONE = "none";

/** The variables that give a server its model: as named, or as the person at the terminal chooses. */
export async function chooseModels(
  server: ServerName,
  { named, env, clients }: Wish,
  context: Context,
): Promise<ModelChoice> {
  const { model } = recipeOf(server);
  if (model === undefined || variablesOf(model).some((name) => name in env)) return { env: {} };
  const found = await findModels(model, clients, context);
  if (named.length > 0)
    return { env: join(named.flatMap((name) => pick(name, server, model, found))) };
  if (!context.isInteractive) return { env: {}, note: noteFor(model, found) };
  const keys = model.keys.filter((variable) => !found.some((one) => variable in one.env));
  const chosen = await askForModels(server, { found, keys, several: model.several });
  const entered: Record<string, string> = {};
  for (const variable of chosen.filter((name) => model.keys.includes(name))) {
    const value = await askForKey(variable);
    if (value !== undefined) entered[variable] = value;
  }
  const taken = found.filter(({ name }) => chosen.includes(name));
  return { env: { ...join(taken), ...entered } };
}

/** Every variable that gives a server a model. */
export function variablesOf(model: ModelRecipe): string[] {
  return [...model.keys, ...Object.keys(model.local), ...Object.keys(model.agent)];
}

function pick(
  name: string,
  server: ServerName,
  model: ModelRecipe,
  found: readonly FoundModel[],
): FoundModel[] {
  if (name === NONE) return [];
  const here = found.find((one) => one.name === name);
  if (here !== undefined) return [here];
  const key = model.keys.find((variable) => nameOfKey(variable) === name);
  if (key !== undefined)
    throw new ConfigError(
      `--model ${name}: ${key} is not set here. Set it first, or name another.`,
    );
  const names = [...found.map((one) => one.name), ...model.keys.map(nameOfKey), NONE];
  const [near] = nearMatches(name, names);
  const hint = near === undefined ? "" : ` Did you mean ${near}?`;
  throw new ConfigError(
    `--model ${name}: ${server} finds no such model here.${hint} Available: ${[...found.map((one) => one.name), NONE].join(", ")}.`,
  );
}

/** Agents share a variable, so their names are joined. */
function join(models: readonly FoundModel[]): Record<string, string> {
  const joined: Record<string, string> = {};
  for (const { env, kind } of models)
    for (const [variable, value] of Object.entries(env)) {
      const earlier = joined[variable];
      const isMore = kind === "agent" && earlier !== undefined && earlier !== value;
      joined[variable] = isMore ? `${earlier},${value}` : value;
    }
  return joined;
}

function noteFor({ otherwise }: ModelRecipe, found: readonly FoundModel[]): string {
  if (found.length === 0)
    return `${otherwise} To give it one: set a key and name it with --env, start Ollama, or sign in to claude, codex or gemini.`;
  const ways = found.map(({ name, label }) => `--model ${name} (${label})`).join(", ");
  return `${otherwise} Found here: ${ways}.`;
}
