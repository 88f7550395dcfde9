import { chooseDatabase, openStorage, type Storage } from "@faculties/storage";
import { migrations } from "./migrations.ts";
import type { DatabaseChoice } from "./store.ts";

export function openReasoningStorage({
  file,
  url,
  tenant,
  platform,
  ...options
}: DatabaseChoice): Storage {
  const database = chooseDatabase("langbase-reasoning", { file, url, tenant }, platform);
  return openStorage({ ...options, ...database, migrations });
}
