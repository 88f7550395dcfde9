import type { AppContext, AppValues, KitServices } from "@faculties/mcp-kit";
import { createModel, type Model } from "./model-calls/model.ts";
import { pipeNames, type PipeNames } from "./pipes/pipe.ts";
import type { settings } from "./settings.ts";
import { createStore, type Store } from "./store/store.ts";

export type Values = AppValues<typeof settings>;

/** Everything that tools and commands use. */
export type Context = AppContext & {
  store: Store;
  model: Model;
  pipes: PipeNames;
  values: Values;
  services: KitServices;
};

/** Opens nothing: the database and the model are loaded when first used. */
export function createContext(values: Values, services: KitServices): Context {
  const { environment, log, tenant } = services;
  const store = createStore(
    { file: values.database, url: values.databaseUrl, tenant: tenant?.name },
    { readers: values.connections, environment, log },
  );
  return {
    store,
    model: createModel(values, services, store),
    pipes: pipeNames(values),
    values,
    services,
    async taskStore() {
      const { openTaskStore } = await import("@faculties/storage");
      return openTaskStore(await store.storage());
    },
    storagePending: () => store.pending(),
    close: () => store.close(),
  };
}
