import { homedir } from "node:os";
import type { KitServices } from "@faculties/mcp-kit";
import { chooseDatabase, openStorage, ownState, type Platform } from "@faculties/storage";
import type { Settings } from "../settings.ts";
import { ConverseStore } from "./converse-store.ts";
import { migrations } from "./tables.ts";

type Services = Pick<KitServices, "environment" | "log" | "tenant">;

const HOUR_MS = 60 * 60 * 1000;

/** What no call may read. */
export function stateOf(settings: Settings, environment: KitServices["environment"]): string[] {
  return ownState("converse", settings, surroundingsOf(environment));
}

/** The store in the configured database; it is opened at its first use. */
export function openStore(
  { databasePath, databaseUrl, conversationHours }: Settings,
  { environment, log, tenant }: Services,
): ConverseStore {
  const choice = { file: databasePath, url: databaseUrl, tenant: tenant?.name };
  const database = chooseDatabase("converse", choice, surroundingsOf(environment));
  const storageLog = { info: log.debug, warn: log.warn };
  return new ConverseStore(
    openStorage({ ...database, migrations, log: storageLog }),
    conversationHours * HOUR_MS,
  );
}

function surroundingsOf(environment: KitServices["environment"]): Platform {
  return { platform: process.platform, env: environment, home: homedir() };
}
