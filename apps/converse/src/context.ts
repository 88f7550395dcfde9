import { delimiter } from "node:path";
import type { AppContext, KitServices, Logger } from "@faculties/mcp-kit";
import { createRedactor, type Redactor } from "@faculties/errors";
import type { CallMeter } from "./ask/call-meter.ts";
import { ChangeFeed } from "./conversation/change-feed.ts";
import type { ModelAccess } from "./models/model-access.ts";
import { parseEndpoints } from "./models/parse-endpoints.ts";
import { readModelsFile } from "./models/read-models-file.ts";
import { requireAgents } from "./models/require-agents.ts";
import type { Settings } from "./settings.ts";
import type { ConverseStore } from "./store/converse-store.ts";

const MOST_OUTPUT_TOKENS = 200_000;

/** Everything that a tool, a command or a resource may touch. What is behind a promise is loaded when first asked for. */
export type ConverseContext = AppContext & {
  readonly settings: Settings;
  readonly allowedDirectories: readonly string[];
  /** Paths of the server itself that no call may read. */
  ownState(): Promise<readonly string[]>;
  readonly maxOutputTokens: number;
  readonly log: Logger;
  readonly redact: Redactor;
  readonly feed: ChangeFeed;
  models(): Promise<ModelAccess>;
  store(): Promise<ConverseStore>;
  meter(): Promise<CallMeter>;
};

export function createContext(settings: Settings, services: KitServices): ConverseContext {
  const { log, changes, environment, tenant } = services;
  requireAgents(settings.cliAgents);
  const ownModels = readModelsFile(settings.modelsFile);
  const endpoints = parseEndpoints(settings.compatibleBaseUrl ?? [], settings.compatibleKey);
  const hideEndpointKeys = createRedactor(endpoints.map(({ apiKey }) => apiKey));
  const redact: Redactor = (text) => hideEndpointKeys(services.redact(text));
  let opened: Promise<ConverseStore> | undefined;
  const store = () =>
    (opened ??= import("./store/open-store.ts").then(({ openStore }) =>
      openStore(settings, { environment, log, tenant }),
    ));
  return {
    settings,
    allowedDirectories: (settings.allowedDirectories ?? []).flatMap((list) =>
      list.split(delimiter),
    ),
    ownState: once(async () => {
      const { stateOf } = await import("./store/open-store.ts");
      return stateOf(settings, environment);
    }),
    maxOutputTokens: Math.min(settings.maxOutputTokens, MOST_OUTPUT_TOKENS),
    log,
    redact,
    feed: new ChangeFeed(changes),
    models: once(async () => {
      const { openModels } = await import("./models/open-models.ts");
      return openModels(settings, { endpoints, ownModels, redact, environment });
    }),
    store,
    meter: once(async () => {
      const { CallMeter } = await import("./ask/call-meter.ts");
      return new CallMeter(await store(), log);
    }),
    storagePending: async () => (await opened)?.storage.pending() ?? 0,
    async close() {
      await (await opened)?.storage.close();
    },
  };
}

/** Remembers a result, but not a failure. */
function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return async () => {
    const attempt = (made ??= make());
    return attempt.catch((error: unknown) => {
      if (made === attempt) made = undefined;
      throw error;
    });
  };
}
