import { homedir } from "node:os";
import type { AppContext, Environment, KitServices } from "@faculties/mcp-kit";
import { chooseDatabase, openStorage, type Storage } from "@faculties/storage";
import type { Auditor } from "./audit/auditor.ts";
import type { EngineSet } from "./engines/engine-set.ts";
import type { Settings } from "./settings.ts";
import { AuditStore } from "./store/audits.ts";
import { HistoryStore } from "./history/thought-history.ts";
import { migrations } from "./store/migrations.ts";

/** Everything that the tool, the commands and the resources may touch; what is a function is made when first asked for. */
export type Context = AppContext & {
  readonly settings: Settings;
  readonly storage: Storage;
  readonly history: HistoryStore;
  readonly audits: AuditStore;
  readonly environment: Environment;
  engines(): Promise<EngineSet>;
  auditor(): Promise<Auditor>;
};

export function createContext(settings: Settings, services: KitServices): Context {
  const { environment, log, tenant } = services;
  const surroundings = { platform: process.platform, env: environment, home: homedir() };
  const choice = { file: settings.databasePath, url: settings.databaseUrl, tenant: tenant?.name };
  const database = chooseDatabase("gan-audit", choice, surroundings);
  const storage = openStorage({ ...database, migrations, log });
  const audits = new AuditStore(storage, storage.now);
  let engines: Promise<EngineSet> | undefined;
  let auditor: Promise<Auditor> | undefined;
  const context: Context = {
    settings,
    storage,
    history: new HistoryStore(storage, storage.now),
    audits,
    environment,
    engines: () =>
      (engines ??= import("./engines/open-engines.ts").then(({ openEngines }) =>
        openEngines(settings),
      )),
    auditor: () =>
      (auditor ??= import("./audit/open-auditor.ts").then(({ openAuditor }) =>
        openAuditor(context, services),
      )),
    storagePending: () => storage.pending(),
    async close() {
      (await engines)?.close();
      await storage.close();
    },
  };
  return context;
}
