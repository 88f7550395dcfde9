import {
  createModelRegistry,
  listLiveModels,
  type LiveModel,
  type ModelEntry,
  type ModelListAccess,
  type ModelRegistry,
  type ResolvedModel,
} from "@faculties/providers";
import type { Logger } from "@faculties/mcp-kit";
import type { Storage } from "@faculties/storage";
import { putModelList, storedModelLists } from "../store/model-lists.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** After a failure of some vendor, the next try. */
const AGAIN_MS = 10 * 60 * 1000;
const PATIENCE_MS = 5000;

type Sources = {
  ownModels: readonly ModelEntry[];
  /** The vendors to ask; none when the living list is off. */
  vendors: readonly ModelListAccess[];
  storage: () => Promise<Storage>;
  log: Logger;
};

/**
 * The registry with what the vendors list, each asked once a day for all processes of a database. Asking happens in the
 * background; only a name that is not known waits for it.
 */
export class LivingRegistry implements ModelRegistry {
  readonly #sources: Sources;
  readonly #closed = new AbortController();
  readonly #lists = new Map<string, { models: readonly LiveModel[]; fetchedAt: number }>();
  #current: ModelRegistry;
  #asking: Promise<void> | undefined;
  #askAgainAt = -Infinity;

  private constructor(sources: Sources) {
    this.#sources = sources;
    this.#current = createModelRegistry(sources.ownModels);
  }

  /** With the lists that are stored; makes no requests. */
  static async open(sources: Sources): Promise<LivingRegistry> {
    const registry = new LivingRegistry(sources);
    if (sources.vendors.length > 0) await registry.#load();
    return registry;
  }

  get models(): readonly ModelEntry[] {
    return this.#current.models;
  }

  get others(): readonly string[] {
    return this.#current.others;
  }

  resolve(name: string, providerNames?: readonly string[]): ResolvedModel | undefined {
    void this.refresh();
    return this.#current.resolve(name, providerNames);
  }

  find(provider: string, id: string): ModelEntry | undefined {
    return this.#current.find(provider, id);
  }

  nearMatches(name: string): string[] {
    return this.#current.nearMatches(name);
  }

  isGone(entry: ModelEntry): boolean {
    return this.#current.isGone(entry);
  }

  /** Asks the vendors whose list is older than a day. Never fails: what cannot be asked keeps its old list. */
  async refresh(): Promise<void> {
    if (this.#sources.vendors.length === 0) return;
    const now = performance.now();
    if (this.#asking === undefined && now < this.#askAgainAt) return;
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = undefined;
    });
    await this.#asking;
  }

  close(): void {
    this.#closed.abort();
  }

  async #load(): Promise<void> {
    try {
      const storage = await this.#sources.storage();
      for (const { provider, models, fetchedAt } of await storage.query(storedModelLists))
        this.#lists.set(provider, { models, fetchedAt });
      this.#rebuild(storage.now());
    } catch (error) {
      this.#sources.log.debug("the stored lists of models were not read", { error });
    }
  }

  async #ask(): Promise<void> {
    const { vendors, log } = this.#sources;
    try {
      const storage = await this.#sources.storage();
      const now = storage.now();
      const isStale = ({ provider }: ModelListAccess) =>
        now - (this.#lists.get(provider)?.fetchedAt ?? -Infinity) >= DAY_MS;
      const stale = vendors.filter(isStale);
      const signal = AbortSignal.any([this.#closed.signal, AbortSignal.timeout(PATIENCE_MS)]);
      const answers = await Promise.all(
        stale.map(async (vendor) => {
          try {
            const models = await listLiveModels(vendor, signal);
            if (models.length > 0) this.#lists.set(vendor.provider, { models, fetchedAt: now });
            return { provider: vendor.provider, models };
          } catch (error) {
            log.debug("a vendor did not list its models", { provider: vendor.provider, error });
            return undefined;
          }
        }),
      );
      const listed = answers.filter((answer) => answer !== undefined && answer.models.length > 0);
      this.#askAgainAt = performance.now() + (listed.length < stale.length ? AGAIN_MS : DAY_MS);
      if (listed.length === 0) return;
      this.#rebuild(now);
      this.#closed.signal.throwIfAborted();
      await storage.write(
        async (tx) => {
          for (const list of listed) if (list) await putModelList(tx, { ...list, fetchedAt: now });
        },
        { locks: listed.map((list) => `model list ${list?.provider}`) },
      );
    } catch (error) {
      this.#askAgainAt = performance.now() + AGAIN_MS;
      log.debug("the lists of models were not refreshed", { error });
    }
  }

  #rebuild(now: number): void {
    const live = new Map([...this.#lists].map(([provider, { models }]) => [provider, models]));
    const today = new Date(now).toISOString().slice(0, 10);
    this.#current = createModelRegistry(this.#sources.ownModels, { live, today });
  }
}
