import type { LiveModel } from "./live-models.ts";
import type { ModelEntry } from "./model-entry.ts";

export type LivingFacts = {
  /** The models that each vendor lists; vendors without a list are missing. */
  live: ReadonlyMap<string, readonly LiveModel[]>;
  /** Today as YYYY-MM-DD. */
  today: string;
};

/**
 * The built-in list decides how a model behaves, the vendor's list whether it exists, how long it lives and how much it
 * takes. A list in which none of a vendor's known models occurs is not believed.
 */
export class LivingModels {
  readonly #models: readonly ModelEntry[];
  readonly #live = new Map<string, ReadonlyMap<string, LiveModel>>();
  readonly #today: string;

  constructor(models: readonly ModelEntry[], { live, today }: LivingFacts) {
    this.#models = models;
    this.#today = today;
    for (const [provider, listed] of live) {
      const byId = new Map(listed.map((model) => [model.id, model]));
      const known = models.filter((entry) => entry.provider === provider);
      if (known.length === 0 || known.some((entry) => inList(byId, entry) !== undefined))
        this.#live.set(provider, byId);
    }
  }

  /** The entry with the vendor's limits and dates. */
  updated(entry: ModelEntry): ModelEntry {
    const listed = this.#listed(entry);
    if (listed === undefined) return entry;
    const { endsOn, contextTokens, outputTokens } = listed;
    return {
      ...entry,
      ...(endsOn !== undefined && { endsOn }),
      ...(contextTokens !== undefined && { contextTokens }),
      ...(outputTokens !== undefined && { outputTokens }),
    };
  }

  /** A model that is listed lives until its day; one that is not listed is gone; without a list the built-in day decides. */
  isGone(entry: ModelEntry): boolean {
    const list = this.#live.get(entry.provider);
    const listed = this.#listed(entry);
    if (list !== undefined && listed === undefined) return true;
    const endsOn = list === undefined ? entry.endsOn : listed?.endsOn;
    return endsOn !== undefined && endsOn <= this.#today;
  }

  /** The model that answers in the place of one that is gone: its successor, or the newest of its family. */
  successorOf(entry: ModelEntry): ModelEntry | undefined {
    const seen = new Set<ModelEntry>();
    let next: ModelEntry | undefined = entry;
    while (next !== undefined && !seen.has(next)) {
      seen.add(next);
      const name: string | undefined = next.successor;
      next = this.#models.find(({ provider, id }) => provider === entry.provider && id === name);
      if (next !== undefined && !this.isGone(next)) return this.newest(next);
    }
    const newest = this.newest(entry);
    return newest.id === entry.id ? undefined : newest;
  }

  /** The newest living model of the same family: `gpt-6.2-sol` for `gpt-6.1-sol`. It behaves as its elder, at a price that is not known. */
  newest(entry: ModelEntry): ModelEntry {
    const family = familyOf(entry.id);
    if (family === undefined) return entry;
    let best = { id: entry.id, version: this.isGone(entry) ? [] : family.version };
    for (const listed of this.#live.get(entry.provider)?.values() ?? []) {
      const other = familyOf(listed.id);
      if (other?.shape !== family.shape || (listed.endsOn ?? "9") <= this.#today) continue;
      if (compare(other.version, best.version) > 0)
        best = { id: listed.id, version: other.version };
    }
    if (best.id === entry.id) return entry;
    const known = this.#models.find(
      ({ provider, id }) => provider === entry.provider && id === best.id,
    );
    return known ?? this.updated(younger(entry, best.id));
  }

  /** An unlisted model that its vendor lists under exactly this name. */
  find(name: string): { provider: string; id: string } | undefined {
    for (const [provider, list] of this.#live) if (list.has(name)) return { provider, id: name };
    return undefined;
  }

  /** The ids that vendors list and the built-in list does not have. */
  get others(): string[] {
    const known = new Set(this.#models.map(({ provider, id }) => `${provider}/${id}`));
    return [...this.#live].flatMap(([provider, list]) =>
      [...list.keys()].map((id) => `${provider}/${id}`).filter((name) => !known.has(name)),
    );
  }

  #listed(entry: ModelEntry): LiveModel | undefined {
    const list = this.#live.get(entry.provider);
    return list && inList(list, entry);
  }
}

/** Vendors list some models with the day of their release at the end. */
function inList(list: ReadonlyMap<string, LiveModel>, entry: ModelEntry): LiveModel | undefined {
  const exact = [entry.id, ...entry.aliases].map((name) => list.get(name)).find(Boolean);
  if (exact !== undefined) return exact;
  const dated = new RegExp(`^${entry.id.replaceAll(/[.+*?^$()[\]{}|\\]/g, "\\$&")}-\\d{4,8}`);
  return [...list.values()].find(({ id }) => dated.test(id));
}

function younger(entry: ModelEntry, id: string): ModelEntry {
  const {
    inputUsdPerMillion: _input,
    outputUsdPerMillion: _output,
    cachedInputUsdPerMillion: _cached,
    longPrompt: _long,
    endsOn: _ends,
    successor: _successor,
    ...behaviour
  } = entry;
  return { ...behaviour, id, aliases: [] };
}

/** The name without its version, and the version: `claude-opus-5-5` is of the family `claude-opus-#`. */
function familyOf(id: string): { shape: string; version: number[] } | undefined {
  const match = /(?<=-)\d{1,2}(?:[.-]\d{1,2})?(?=-|$)/.exec(id);
  if (match === null) return undefined;
  const shape = `${id.slice(0, match.index)}#${id.slice(match.index + match[0].length)}`;
  return { shape, version: match[0].split(/[.-]/).map(Number) };
}

function compare(left: readonly number[], right: readonly number[]): number {
  const length = Math.max(left.length, right.length);
  for (let place = 0; place < length; place += 1) {
    const difference = (left[place] ?? 0) - (right[place] ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}
