import { type LivingFacts, LivingModels } from "./living-models.ts";
import type { ModelEntry } from "./model-entry.ts";
import builtInModels from "./models.json" with { type: "json" };
import { nearMatches } from "@faculties/errors";
import { PROVIDER_NAMES } from "./provider-settings.ts";

/** A model's name as the caller gave it, resolved to the provider and its model id. */
export type ResolvedModel = {
  provider: string;
  model: string;
  /** Absent for an unlisted id that was given as `provider/model`. */
  entry?: ModelEntry;
  /** The model that was asked for and is gone; this one answers in its place. */
  replaces?: ModelEntry;
};

export type ModelRegistry = {
  readonly models: readonly ModelEntry[];
  /** Takes an id, an alias, or `provider/model`; ids and aliases in any case. */
  resolve(name: string, providerNames?: readonly string[]): ResolvedModel | undefined;
  find(provider: string, id: string): ModelEntry | undefined;
  nearMatches(name: string): string[];
  /** Whether the vendor answers for this model no more. */
  isGone(entry: ModelEntry): boolean;
  /** The ids, with their provider, that vendors list beyond `models`. */
  readonly others: readonly string[];
};

/** The built-in models and the added ones, which override the built-in ones. */
export function createModelRegistry(
  added: readonly ModelEntry[] = [],
  facts?: LivingFacts,
): ModelRegistry {
  // A test parses the list, so that servers need not at start.
  const builtIn = builtInModels as ModelEntry[];
  const replaced = new Set(added.map(({ provider, id }) => `${provider}/${id}`));
  const kept = builtIn.filter(({ provider, id }) => !replaced.has(`${provider}/${id}`));
  const given = [...added, ...kept];
  // Without facts every model counts as living, whatever the day.
  const living = facts && new LivingModels(given, facts);
  const models = living === undefined ? given : given.map((entry) => living.updated(entry));

  const byName = new Map<string, ModelEntry>();
  const byProviderAndName = new Map<string, ModelEntry>();
  for (const namesOf of [idOf, aliasesOf]) {
    for (const entry of models) {
      for (const name of namesOf(entry)) {
        addFirst(byName, name.toLowerCase(), entry);
        addFirst(byProviderAndName, `${entry.provider}/${name}`.toLowerCase(), entry);
      }
    }
  }
  const resolveListed = (name: string) => {
    const key = name.trim().toLowerCase();
    return byProviderAndName.get(key) ?? byName.get(key);
  };

  return {
    models,
    resolve(name, providerNames = PROVIDER_NAMES) {
      const entry = resolveListed(name);
      if (entry !== undefined) return resolvedTo(entry, isId(entry, name), living);
      const found = living?.find(name.trim());
      if (found !== undefined) return { provider: found.provider, model: found.id };
      return parseProviderModel(name, providerNames);
    },
    find: (provider, id) => byProviderAndName.get(`${provider}/${id}`.toLowerCase()),
    nearMatches: (name) =>
      nearMatches(
        name,
        models
          .filter((entry) => living?.isGone(entry) !== true)
          .flatMap((entry) => [entry.id, ...entry.aliases]),
      ),
    isGone: (entry) => living?.isGone(entry) ?? false,
    others: living?.others ?? [],
  };
}

/** The model itself or, if it is gone, the one that answers in its place. An alias means the newest of its family. */
function resolvedTo(
  entry: ModelEntry,
  isById: boolean,
  living: LivingModels | undefined,
): ResolvedModel {
  const asked = { provider: entry.provider, model: entry.id, entry };
  if (living === undefined) return asked;
  const isGone = living.isGone(entry);
  const chosen = isGone ? living.successorOf(entry) : isById ? entry : living.newest(entry);
  if (chosen === undefined || chosen.id === entry.id) return asked;
  const answers = { provider: chosen.provider, model: chosen.id, entry: chosen };
  return isById ? { ...answers, replaces: entry } : answers;
}

function isId({ provider, id }: ModelEntry, name: string): boolean {
  const asked = name.trim().toLowerCase();
  return [id, `${provider}/${id}`].some((own) => own.toLowerCase() === asked);
}

/** Splits `provider/model` at the first slash, if a provider has the name before it. */
function parseProviderModel(
  name: string,
  providerNames: readonly string[],
): ResolvedModel | undefined {
  const slash = name.indexOf("/");
  const model = name.slice(slash + 1).trim();
  const prefix = name.slice(0, Math.max(slash, 0)).trim().toLowerCase();
  const provider = providerNames.find((candidate) => candidate.toLowerCase() === prefix);
  return provider === undefined || model === "" ? undefined : { provider, model };
}

const idOf = (entry: ModelEntry) => [entry.id];
const aliasesOf = (entry: ModelEntry) => entry.aliases;

function addFirst(map: Map<string, ModelEntry>, key: string, entry: ModelEntry): void {
  if (!map.has(key)) map.set(key, entry);
}
