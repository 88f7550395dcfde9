import { homedir } from "node:os";
import type { Logger } from "@faculties/mcp-kit";
import { defaultDatabaseFile, openStorage } from "@faculties/storage";
import type { Settings } from "../settings.ts";
import { ConverseStore } from "./converse-store.ts";
import { migrations } from "./tables.ts";

type Services = { environment: Readonly<Record<string, string | undefined>>; log: Logger };

const HOUR_MS = 60 * 60 * 1000;

/** The store in the configured file; it is opened at its first use. */
export function openStore(
  { databasePath, conversationHours }: Settings,
  { environment, log }: Services,
): ConverseStore {
  const surroundings = { platform: process.platform, env: environment, home: homedir() };
  const file = databasePath ?? defaultDatabaseFile("converse", surroundings);
  const storageLog = { info: log.debug, warn: log.warn };
  return new ConverseStore(
    openStorage({ file, migrations, log: storageLog }),
    conversationHours * HOUR_MS,
  );
}
