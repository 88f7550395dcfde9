import type { Context } from "../context.ts";

/** Names of models that can be asked now, short names first. */
export async function modelsToAsk({ models }: Context): Promise<string[]> {
  const { registry, providers } = await models();
  const configured = new Set(providers.configured());
  const known = registry.models.filter(({ provider }) => configured.has(provider));
  return [
    "auto",
    ...known.flatMap(({ aliases }) => aliases),
    ...known.map(({ provider, id }) => `${provider}/${id}`),
  ];
}
