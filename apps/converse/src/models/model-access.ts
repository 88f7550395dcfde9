import type { Providers } from "@faculties/providers";
import type { Agent } from "./find-agents.ts";
import type { LivingRegistry } from "./living-registry.ts";
import { listEndpointModels } from "./list-endpoint-models.ts";
import { cannotSee, modelNotFound, noModelAt, nothingConfigured } from "./model-errors.ts";
import { type Endpoint, VENDORS } from "./parse-endpoints.ts";
import { AUTO_MODELS, JUDGE_MODELS, type Target, canSee } from "./target.ts";

type ModelSources = {
  registry: LivingRegistry;
  providers: Providers;
  endpoints: readonly Endpoint[];
  agents: readonly Agent[];
  autoModel: string | undefined;
};

const MOST_SUGGESTIONS = 6;
/** The models of a consensus that names none. */
const MOST_AT_ONCE = 3;
/** When the first gives no verdict, the second is asked. */
const MOST_JUDGES = 2;
/** No vendor has a longer name. */
const LONGEST_NAME = 256;

/** Finds the requested model among the configured ones. */
export class ModelAccess {
  readonly registry: LivingRegistry;
  readonly providers: Providers;
  readonly endpoints: readonly Endpoint[];
  readonly agents: readonly Agent[];
  readonly #autoModel: string | undefined;

  constructor({ registry, providers, endpoints, agents, autoModel }: ModelSources) {
    this.registry = registry;
    this.providers = providers;
    this.endpoints = endpoints;
    this.agents = agents;
    this.#autoModel = chosenModel(autoModel);
  }

  /** The model of that name; for `auto` or no name the preferred model. */
  async resolve(name: string | undefined, signal: AbortSignal): Promise<Target> {
    const chosen = chosenModel(name) ?? this.#autoModel;
    return chosen === undefined ? this.#preferred(signal) : this.#named(chosen);
  }

  /** The model of that name; without a name the model of the conversation so far. */
  async choose(
    name: string | undefined,
    conversation: { provider: string; model: string } | undefined,
    signal: AbortSignal,
  ): Promise<Target> {
    if (conversation === undefined || chosenModel(name) !== undefined) {
      return this.resolve(name, signal);
    }
    const { provider, model } = conversation;
    this.providers.get(provider);
    const known = this.registry.find(provider, model);
    if (known !== undefined && this.registry.isGone(known))
      return this.#named(`${provider}/${model}`);
    return { provider, model, entry: known };
  }

  /** Whether a name leaves the choice to the server. */
  isAuto(name: string): boolean {
    return chosenModel(name) === undefined;
  }

  /** The defaults of the providers after that of a target, which `auto` tries when it fails. */
  async alternatives({ provider }: Target, signal: AbortSignal): Promise<Target[]> {
    const configured = this.providers.configured();
    const later = configured.filter((name) => name !== provider);
    const found = await Promise.all(
      later.map((name) => this.#defaultOf(name, signal).catch(() => undefined)),
    );
    return found.filter((target) => target !== undefined);
  }

  /** The default model of each configured provider, three at most. */
  async bestOfEach(signal: AbortSignal): Promise<Target[]> {
    const found: Target[] = [];
    for (const provider of this.providers.configured()) {
      if (found.length === MOST_AT_ONCE) break;
      // oxlint-disable-next-line no-await-in-loop -- only as many servers are asked as are needed
      const target = await this.#defaultOf(provider, signal).catch(() => undefined);
      if (target !== undefined) found.push(target);
    }
    if (found.length === 0) throw nothingConfigured();
    return found;
  }

  /** The judges for answers of these models: first the best that did not answer, then the best of those that did. */
  async judges(answered: readonly Target[], signal: AbortSignal): Promise<Target[]> {
    const isKnown = ({ provider }: Target) => this.providers.configured().includes(provider);
    const strong = JUDGE_MODELS.flatMap((name) => this.registry.resolve(name) ?? []).filter(
      isKnown,
    );
    const isAnswerer = (one: Target) =>
      answered.some(({ provider, model }) => provider === one.provider && model === one.model);
    const others = strong.filter((target) => !isAnswerer(target));
    const defaults = others.length > 0 ? [] : await this.bestOfEach(signal).catch(() => []);
    const candidates = [
      ...others,
      ...defaults.filter((target) => !isAnswerer(target)),
      ...strong.filter(isAnswerer),
      ...answered,
    ];
    return candidates.slice(0, MOST_JUDGES);
  }

  /** Refuses images for a model that is known not to see. */
  requireSight(target: Target): void {
    if (canSee(target)) return;
    const { model, provider } = target;
    const configured = this.providers.configured();
    const seeing = this.registry.models
      .filter((candidate) => candidate.images && configured.includes(candidate.provider))
      .map(({ id }) => id);
    throw cannotSee(model, provider, seeing.slice(0, MOST_SUGGESTIONS));
  }

  async #named(name: string): Promise<Target> {
    const known = [...VENDORS, ...this.endpoints.map((endpoint) => endpoint.name)];
    const isName = name.length <= LONGEST_NAME;
    let found = isName ? this.registry.resolve(name, known) : undefined;
    if (found === undefined && isName) {
      // It may be newer than this release.
      await this.registry.refresh();
      found = this.registry.resolve(name, known);
    }
    const [preferred] = this.providers.configured();
    if (preferred === undefined) throw nothingConfigured(found?.provider);
    if (found === undefined) {
      const near = name.length > LONGEST_NAME ? [] : this.registry.nearMatches(name);
      throw modelNotFound(name, preferred, near);
    }
    // Throws an error that names the missing setting when the provider is not configured.
    this.providers.get(found.provider);
    return found;
  }

  async #preferred(signal: AbortSignal): Promise<Target> {
    for (const provider of this.providers.configured()) {
      // oxlint-disable-next-line no-await-in-loop -- the first that has a model
      const target = await this.#defaultOf(provider, signal);
      if (target !== undefined) return target;
    }
    throw nothingConfigured();
  }

  /** Undefined for agents of which none is signed in. */
  async #defaultOf(provider: string, signal: AbortSignal): Promise<Target | undefined> {
    const model = AUTO_MODELS[provider];
    if (model !== undefined) return this.#named(`${provider}/${model}`);
    const endpoint = this.endpoints.find(({ name }) => name === provider);
    if (endpoint !== undefined) return this.#firstOf(endpoint, signal);
    const agent = this.agents.find(({ isOpen }) => isOpen);
    return agent === undefined ? undefined : { provider: "cli", model: agent.command };
  }

  async #firstOf(endpoint: Endpoint, signal: AbortSignal): Promise<Target> {
    const [model] = await listEndpointModels(endpoint, signal);
    if (model === undefined) throw noModelAt(endpoint.name);
    return { provider: endpoint.name, model, entry: this.registry.find(endpoint.name, model) };
  }
}

/** The model that a caller chose; undefined when the server chooses. */
function chosenModel(name: string | undefined): string | undefined {
  const trimmed = name?.trim() ?? "";
  return trimmed === "" || trimmed.toLowerCase() === "auto" ? undefined : trimmed;
}
