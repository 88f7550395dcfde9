import { randomUUID } from "node:crypto";
import type { AppContext, Environment, KitServices } from "@faculties/mcp-kit";
import { openDatabase, openTaskStore, type Storage } from "@faculties/storage";
import type { Auditor } from "./audit/auditor.ts";
import type { SupervisedEngine } from "./engines/supervise-engine.ts";
import { ThoughtHistory } from "./history/thought-history.ts";
import type { Settings } from "./settings.ts";
import { migrations } from "./store/migrations.ts";

/** Everything that the tool, the commands and the resources may touch. Functions create their part on the first call. */
export type Context = AppContext & {
  readonly settings: Settings;
  readonly storage: Storage;
  /** Names this process among those that share the database. */
  readonly writer: string;
  readonly history: ThoughtHistory;
  readonly environment: Environment;
  engines(): Promise<readonly SupervisedEngine[]>;
  auditor(): Promise<Auditor>;
};

export function createContext(settings: Settings, services: KitServices): Context {
  const { environment, log, tenant } = services;
  const choice = { file: settings.databasePath, url: settings.databaseUrl, tenant: tenant?.name };
  const { storage } = openDatabase("gan-audit", choice, { environment, migrations, log });
  let engines: Promise<readonly SupervisedEngine[]> | undefined;
  let auditor: Promise<Auditor> | undefined;
  const context: Context = {
    settings,
    storage,
    writer: randomUUID(),
    history: new ThoughtHistory(storage),
    environment,
    engines: () =>
      (engines ??= import("./engines/supervise-engine.ts").then(({ superviseEngines }) =>
        superviseEngines(settings.engineTimeoutMs),
      )),
    auditor: () =>
      (auditor ??= import("./audit/auditor.ts").then(({ createAuditor }) =>
        createAuditor(context, services),
      )),
    taskStore: async () => openTaskStore(storage),
    storagePending: () => storage.pending(),
    async close() {
      for (const engine of (await engines) ?? []) engine.close();
      await storage.close();
    },
  };
  return context;
}
