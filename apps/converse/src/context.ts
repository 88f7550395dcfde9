import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { delimiter } from "node:path";
import { type Redactor, createRedactor } from "@faculties/errors";
import { type AppContext, ConfigError, type KitServices, type Logger } from "@faculties/mcp-kit";
import { type ModelEntry, parseModels } from "@faculties/providers";
import type { Storage } from "@faculties/storage";
import type { CallMeter } from "./models/call-meter.ts";
import type { ModelAccess } from "./models/model-access.ts";
import { parseEndpoints } from "./models/parse-endpoints.ts";
import { withPresets } from "./models/vendor-presets.ts";
import { announceTo, type ConversationChange } from "./resources/resource-uris.ts";
import type { Settings } from "./settings.ts";

const MOST_OUTPUT_TOKENS = 200_000;
const HOUR_MS = 60 * 60 * 1000;
const AGENTS = ["claude", "codex", "gemini", "off"];

/** Everything that tools, commands and resources may use. A part behind a promise is loaded when it is first used. */
export type Context = AppContext & {
  readonly settings: Settings;
  readonly allowedDirectories: readonly string[];
  /** Paths of the server itself that no call may read. */
  ownState(): Promise<readonly string[]>;
  readonly maxOutputTokens: number;
  readonly log: Logger;
  readonly redact: Redactor;
  /** The name of this process among those that share the database. */
  readonly writer: string;
  /** The time after which an unused conversation expires. */
  readonly idleMs: number;
  /** Tells the clients of this process about a new turn. */
  announce(change: ConversationChange): void;
  models(): Promise<ModelAccess>;
  storage(): Promise<Storage>;
  /** Throws if the database cannot be read, before a model is asked in vain. */
  databaseReady(): Promise<void>;
  meter(): Promise<CallMeter>;
};

export function createContext(settings: Settings, services: KitServices): Context {
  const { log, changes, environment, tenant } = services;
  requireAgents(settings.cliAgents);
  const ownModels = readModelsFile(settings.modelsFile);
  const endpoints = withPresets(
    parseEndpoints(settings.compatibleBaseUrl ?? [], settings.compatibleKey),
    settings,
  );
  const hideEndpointKeys = createRedactor(endpoints.map(({ apiKey }) => apiKey));
  const redact: Redactor = (text) => hideEndpointKeys(services.redact(text));
  const idleMs = settings.conversationHours * HOUR_MS;
  let opened: Promise<Storage> | undefined;
  let openedModels: Promise<ModelAccess> | undefined;
  const storage = () =>
    (opened ??= import("./store/open-database.ts").then(({ openConverseDatabase }) =>
      openConverseDatabase(settings, { environment, log, tenant }),
    ));
  return {
    settings,
    allowedDirectories: (settings.allowedDirectories ?? []).flatMap((list) =>
      list.split(delimiter),
    ),
    ownState: once(async () => {
      const { stateOf } = await import("./store/open-database.ts");
      return stateOf(settings, environment);
    }),
    maxOutputTokens: Math.min(settings.maxOutputTokens, MOST_OUTPUT_TOKENS),
    log,
    redact,
    writer: randomUUID(),
    idleMs,
    announce: announceTo(changes),
    models: once(async () => {
      const { openModels } = await import("./models/open-models.ts");
      openedModels = openModels(settings, {
        endpoints,
        ownModels,
        redact,
        environment,
        storage,
        log,
      });
      return openedModels;
    }),
    storage,
    databaseReady: once(async () => {
      const { requireReadable } = await import("./store/open-database.ts");
      await requireReadable(await storage());
    }),
    meter: once(async () => {
      const { CallMeter } = await import("./models/call-meter.ts");
      return new CallMeter(await storage(), idleMs, log, settings.budgetPerDay);
    }),
    async taskStore() {
      const { openTaskStore } = await import("@faculties/storage");
      return openTaskStore(await storage());
    },
    storagePending: async () => (await opened)?.pending() ?? 0,
    async close() {
      (await openedModels?.catch(() => undefined))?.registry.close();
      await (await opened)?.close();
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

/** The models of the operator's own file. A file that cannot be used stops the server at its start. */
function readModelsFile(file: string | undefined): ModelEntry[] {
  if (file === undefined) return [];
  try {
    return parseModels(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`CONVERSE_MODELS_FILE: ${file} cannot be used. ${reason}`);
  }
}

/** Refuses an unknown agent at the start instead of in the middle of a call. */
function requireAgents(names: readonly string[] = []): void {
  const unknown = names.find((name) => !AGENTS.includes(name));
  if (unknown !== undefined)
    throw new ConfigError(`CONVERSE_CLI must be of ${AGENTS.join(", ")}, not "${unknown}".`);
}
