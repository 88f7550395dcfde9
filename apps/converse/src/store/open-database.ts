import type { KitServices } from "@faculties/mcp-kit";
import { hostPlatform, openDatabase, ownState, type Storage } from "@faculties/storage";
import type { Settings } from "../settings.ts";
import { migrations } from "./migrations.ts";
import { cachedAnswers } from "./tables.ts";

type Services = Pick<KitServices, "environment" | "log" | "tenant">;

/** Paths of the server itself that no call may read. */
export function stateOf(settings: Settings, environment: KitServices["environment"]): string[] {
  return ownState("converse", settings, hostPlatform(environment));
}

/** The configured database; it is opened when it is first used. */
export function openConverseDatabase(
  { databasePath, databaseUrl }: Settings,
  { environment, log, tenant }: Services,
): Storage {
  const choice = { file: databasePath, url: databaseUrl, tenant: tenant?.name };
  const storageLog = { info: log.debug, warn: log.warn };
  return openDatabase("converse", choice, { environment, migrations, log: storageLog }).storage;
}

/** Throws if the database cannot be read. */
export async function requireReadable(storage: Storage): Promise<void> {
  await storage.query((tx) => tx.select({ key: cachedAnswers.key }).from(cachedAnswers).limit(1));
}
