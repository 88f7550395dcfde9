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
};

export type ModelRegistry = {
  readonly models: readonly ModelEntry[];
  /** Takes an id, an alias, or `provider/model`; ids and aliases in any case. */
  resolve(name: string, providerNames?: readonly string[]): ResolvedModel | undefined;
  find(provider: string, id: string): ModelEntry | undefined;
  nearMatches(name: string): string[];
};

/** The built-in models and the added ones, which override the built-in ones. */
export function createModelRegistry(added: readonly ModelEntry[] = []): ModelRegistry {
  // A test parses the list, so that servers need not at start.
  const builtIn = builtInModels as ModelEntry[];
  const replaced = new Set(added.map(({ provider, id }) => `${provider}/${id}`));
  const kept = builtIn.filter(({ provider, id }) => !replaced.has(`${provider}/${id}`));
  const models = [...added, ...kept];

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
      if (entry !== undefined) return { provider: entry.provider, model: entry.id, entry };
      return parseProviderModel(name, providerNames);
    },
    find: (provider, id) => byProviderAndName.get(`${provider}/${id}`.toLowerCase()),
    nearMatches: (name) =>
      nearMatches(
        name,
        models.flatMap((entry) => [entry.id, ...entry.aliases]),
      ),
  };
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
