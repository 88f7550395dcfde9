import { defaultDatabaseFile, openStorage, type Queries } from "@faculties/storage";
import { migrations } from "./migrations.ts";
import type { StoreSettings } from "./store.ts";
import { createUnit } from "./unit.ts";

export function openReasoningStorage({ file, surroundings, ...options }: StoreSettings) {
  const storage = openStorage({
    ...options,
    file: file ?? defaultDatabaseFile("langbase-reasoning", surroundings),
    migrations,
  });
  return { storage, unitOf: (db: Queries) => createUnit(db, Date.now) };
}
