import { chooseDatabase, openStorage, type Transaction } from "@faculties/storage";
import { migrations } from "./migrations.ts";
import type { StoreSettings } from "./store.ts";
import { createUnit } from "./unit.ts";

export function openReasoningStorage({
  file,
  url,
  tenant,
  surroundings,
  ...options
}: StoreSettings) {
  const storage = openStorage({
    ...options,
    ...chooseDatabase("langbase-reasoning", { file, url, tenant }, surroundings),
    migrations,
  });
  return { storage, unitOf: (tx: Transaction) => createUnit(tx, storage.now) };
}
